"""Inline markup of AsciiDoc (docs.asciidoctor.org, "Text formatting", "Links", "Macros")."""

import re
from collections.abc import Mapping

from apps.text.formats.asciidoc.macros import address, cross_reference, macro
from apps.text.formats.inline import Grammar, Inline, InlineKind, Rule, Scan, paired

_LONGEST_VALUE = 80
"""Characters that an attribute may put in its place: a long one would blow a document up."""
_INTRINSIC = {
    "amp": "&",
    "apos": "'",
    "asterisk": "*",
    "backslash": "\\",
    "backtick": "`",
    "caret": "^",
    "cpp": "C++",
    "deg": "\u00b0",
    "empty": "",
    "endsb": "]",
    "gt": ">",
    "lt": "<",
    "nbsp": "\u00a0",
    "plus": "+",
    "quot": '"',
    "sp": " ",
    "startsb": "[",
    "tilde": "~",
    "two-colons": "::",
    "two-semicolons": ";;",
    "vbar": "|",
    "zwsp": "\u200b",
}
_MARKS = (
    r"[*_`#^~+\\{\"']|<<|<(?=https?://)|\[\[| \+$|\[[.#%]"
    r"|\b(?:https?|ftp|irc|link|xref|mailto|image|icon|kbd|btn|menu|pass|stem|latexmath|asciimath"
    r"|footnote|anchor|indexterm2?|bibitem)(?=:)"
)
_ANCHOR = re.compile(r"\[\[([\w:.-]{1,200})(?:,[^\]]{0,300})?\]\]")
_ROLE = re.compile(r"\[[.#%][^\]\n]{0,80}\](?=[#*_`])")
_VALUE = re.compile(r"\{([\w-]{1,100})\}")
_ESCAPED = re.compile(r"\\(?:\*\*|__|``|##|[*_`#^~+{<\[\"']|(?=https?://|\w+:))")
_BREAK = re.compile(r" \+$", re.MULTILINE)
_ANGLED = re.compile(r"<(https?://[^\s<>]{1,2000})>")


def asciidoc_grammar(values: Mapping[str, str]) -> Grammar:
    """Return the rules for a document whose attributes have these values."""
    known = {**_INTRINSIC, **{k: v for k, v in values.items() if len(v) <= _LONGEST_VALUE}}

    def value(scan: Scan, at: int) -> tuple[int, Inline] | None:
        found = _VALUE.match(scan.text, at)
        if found is None or found[1].lower() not in known:
            return None
        text = known[found[1].lower()]
        return found.end(), Inline(InlineKind.TEXT, text, at=scan.position(at))

    words: dict[str, tuple[Rule, ...]] = dict.fromkeys("hflxmikbpsa", (address, macro))
    return Grammar(f"(?m:{_MARKS})", {**words, **_PAIRS, "{": (value,)})


def _pair(kind: InlineKind, sign: str) -> tuple[Rule, ...]:
    """Return the rules for a sign that is doubled inside of words."""
    one = re.escape(sign)
    return (
        paired(kind, rf"{one}{one}(?=[^\s{one}])", rf"{one}{one}"),
        paired(kind, rf"(?<![\w;:}}\\{one}]){one}(?=[^\s{one}])", rf"(?<=[^\s]){one}(?!\w)"),
    )


def _with_role(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read `[.role]#text#` and the like: the role is left out."""
    found = _ROLE.match(scan.text, at)
    if found is None:
        return None
    for rule in _PAIRS[scan.text[found.end()]]:
        if (read := rule(scan, found.end())) is not None:
            end, piece = read
            kind = InlineKind.SPAN if piece.kind is InlineKind.MARK else piece.kind
            return end, piece._replace(kind=kind)
    return None


def _plain(kind: InlineKind, pattern: re.Pattern[str]) -> Rule:
    """Return the rule for what a pattern matches at once; its first group is the target."""

    def rule(scan: Scan, at: int) -> tuple[int, Inline] | None:
        found = pattern.match(scan.text, at)
        if found is None:
            return None
        href = found[1] if pattern.groups else ""
        text = href if kind is InlineKind.LINK else ""
        return found.end(), Inline(kind, text, href, at=scan.position(at))

    return rule


def _escape(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _ESCAPED.match(scan.text, at)
    if found is None:
        return None
    text = found[0][1:]
    return found.end(), Inline(InlineKind.TEXT, text, at=scan.position(at))


_QUOTES = (
    paired(InlineKind.SPAN, r"(?<!\w)\"`(?=\S)", r"(?<=\S)`\""),
    paired(InlineKind.SPAN, r"(?<!\w)'`(?=\S)", r"(?<=\S)`'"),
)
_PAIRS: dict[str, tuple[Rule, ...]] = {
    "*": _pair(InlineKind.STRONG, "*"),
    "_": _pair(InlineKind.EMPHASIS, "_"),
    "#": _pair(InlineKind.MARK, "#"),
    "`": (
        paired(InlineKind.CODE, r"(?<!\w)`\+(?=\S)", r"\+`", is_literal=True),
        *_pair(InlineKind.CODE, "`"),
    ),
    "^": (paired(InlineKind.SUPERSCRIPT, r"\^(?=\S)", r"\^"),),
    "~": (paired(InlineKind.SUBSCRIPT, r"~(?=\S)", r"~"),),
    "+": (
        paired(InlineKind.TEXT, r"\+\+\+", r"\+\+\+", is_literal=True),
        paired(InlineKind.TEXT, r"\+\+(?=\S)", r"\+\+", is_literal=True),
        paired(InlineKind.TEXT, r"(?<!\w)\+(?=[^\s+])", r"(?<=\S)\+(?!\w)", is_literal=True),
    ),
    "<": (_plain(InlineKind.LINK, _ANGLED), cross_reference),
    "[": (_plain(InlineKind.ANCHOR, _ANCHOR), _with_role),
    " ": (_plain(InlineKind.BREAK, _BREAK),),
    "\\": (_escape,),
    '"': _QUOTES[:1],
    "'": _QUOTES[1:],
}
