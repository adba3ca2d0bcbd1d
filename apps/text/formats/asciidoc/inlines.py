"""Inline markup of AsciiDoc (docs.asciidoctor.org, "Text formatting", "Links", "Macros")."""

import re
from collections.abc import Mapping

from apps.text.formats.inline import Grammar, Inline, InlineKind, Rule, Scan, paired

_LONGEST_VALUE = 80
"""Characters that an attribute may put in its place: a long one would blow a document up."""
_INTRINSIC = {
    **{"empty": "", "sp": " ", "nbsp": "\u00a0", "zwsp": "\u200b", "lt": "<", "gt": ">"},
    **{"amp": "&", "plus": "+", "startsb": "[", "endsb": "]", "vbar": "|", "apos": "'"},
    **{"quot": '"', "asterisk": "*", "backtick": "`", "tilde": "~", "caret": "^", "cpp": "C++"},
    **{"two-colons": "::", "two-semicolons": ";;", "backslash": "\\", "deg": "\u00b0"},
}
_MARKS = (
    r"[*_`#^~+\\{\"']|<<|<(?=https?://)|\[\[| \+$|\[[.#%]"
    r"|\b(?:https?|ftp|irc|link|xref|mailto|image|icon|kbd|btn|menu|pass|stem|latexmath|asciimath"
    r"|footnote|anchor|indexterm2?|bibitem)(?=:)"
)
_ROLE = r"(?:\[[.#%\w\s,-]{0,80}\])?"
_URL = re.compile(r"(?:https?|ftp|irc)://[^\s\[\]<>]{1,2000}")
_MACRO = re.compile(r"(\w{2,12}):(?!:)([^\s\[\]]{0,1000})\[|(image|icon)::([^\s\[\]]{0,1000})\[")
_CLOSE = re.compile(r"(?<!\\)\]")
_XREF_END = re.compile(r">>")
_ANCHOR = re.compile(r"\[\[([\w:.-]{1,200})(?:,[^\]]{0,300})?\]\]")
_VALUE = re.compile(r"\{([\w-]{1,100})\}")
_ESCAPED = re.compile(r"\\(?:\*\*|__|``|##|[*_`#^~+{<\[\"']|(?=https?://|\w+:))")
_BREAK = re.compile(r" \+$", re.MULTILINE)
_ANGLED = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_HIDDEN_MACROS = frozenset({"anchor", "indexterm", "bibitem", "icon"})
_LITERAL_MACROS = frozenset({"pass", "stem", "latexmath", "asciimath"})


def asciidoc_grammar(values: Mapping[str, str]) -> Grammar:
    """Return the rules for a document whose attributes have these values."""
    known = {**_INTRINSIC, **{k: v for k, v in values.items() if len(v) <= _LONGEST_VALUE}}

    def value(scan: Scan, at: int) -> tuple[int, Inline] | None:
        found = _VALUE.match(scan.text, at)
        if found is None or found[1].lower() not in known:
            return None
        text = known[found[1].lower()]
        return found.end(), Inline(InlineKind.TEXT, text, at=scan.position(at))

    words: dict[str, tuple[Rule, ...]] = dict.fromkeys("hflxmikbpsa", (_address, _macro))
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
    found = re.compile(r"\[[.#%][^\]\n]{0,80}\](?=[#*_`])").match(scan.text, at)
    if found is None:
        return None
    for rule in _PAIRS[scan.text[found.end()]]:
        if (read := rule(scan, found.end())) is not None:
            end, piece = read
            kind = InlineKind.SPAN if piece.kind is InlineKind.MARK else piece.kind
            return end, piece._replace(kind=kind)
    return None


def _address(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read an address with a text in brackets; a bare one is found in the text later."""
    found = _URL.match(scan.text, at)
    if found is None:
        return None
    end, place = found.end(), scan.position(at)
    if scan.text[end : end + 1] != "[":
        address = found[0].rstrip(".,;:!?)'\"*_`")
        return at + len(address), Inline(InlineKind.LINK, address, address, at=place)
    return _bracketed(scan, end + 1, found[0], place)


def _bracketed(scan: Scan, start: int, href: str, place: int) -> tuple[int, Inline] | None:
    closing = scan.find(_CLOSE, start)
    if closing is None:
        return None
    inside = scan.text[start : closing.start()]
    label = inside.strip().removesuffix("^")
    if "=" in label and re.match(r"(?:\"[^\"]*\"|[^,=]*),\s*\w+=|\w+=", label):
        label = "" if re.match(r"\w+=", label) else label.partition(",")[0].strip('"')
    label = label.replace("\\]", "]")
    offset = inside.find(label) if label else 0
    pieces = scan.inside(start + max(offset, 0), start + max(offset, 0) + len(label)) if label else ()
    text = "" if label else href.removeprefix("mailto:").removeprefix("#")
    return closing.end(), Inline(InlineKind.LINK, text, href, pieces, place)


def _macro(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _MACRO.match(scan.text, at)
    if found is None:
        return None
    name, target = (found[1] or found[3]), (found[2] or found[4] or "")
    place, start = scan.position(at), found.end()
    if name in ("link", "mailto") and target:
        href = f"mailto:{target}" if name == "mailto" else target
        return _bracketed(scan, start, href, place)
    if name == "xref" and target:
        return _bracketed(scan, start, xref_target(target), place)
    closing = scan.find(_CLOSE, start)
    if closing is None:
        return None
    inside = scan.text[start : closing.start()].replace("\\]", "]")
    if name in _HIDDEN_MACROS:
        return closing.end(), Inline(InlineKind.SPAN, at=place)
    if name == "image":
        alt = inside.partition(",")[0].strip().strip('"')
        return closing.end(), Inline(InlineKind.IMAGE, alt, target, at=place)
    if name in ("kbd", "btn", *_LITERAL_MACROS):
        kind = InlineKind.TEXT if name == "pass" else InlineKind.CODE
        return closing.end(), Inline(kind, inside, at=place)
    if name == "menu":
        steps = [target, *(part.strip() for part in inside.split(">"))]
        text = " \u203a ".join(step for step in steps if step)
        return closing.end(), Inline(InlineKind.TEXT, text, at=place)
    if name == "footnote":
        note = (Inline(InlineKind.TEXT, " (", at=place), *scan.inside(start, closing.start()))
        return closing.end(), Inline(InlineKind.SPAN, ")", children=note, at=place)
    return None


def xref_target(target: str) -> str:
    """Return the href of a cross reference: `#id` inside the document, else file and fragment."""
    path, mark, fragment = target.partition("#")
    if not mark and not path.endswith((".adoc", ".asciidoc")):
        return f"#{path}"
    return f"{path}#{fragment}" if fragment else path or "#"


def _cross(scan: Scan, at: int) -> tuple[int, Inline] | None:
    closing = scan.find(_XREF_END, at + 2)
    if closing is None or closing.start() == at + 2 or closing.start() - at > 1000:
        return None
    target, comma, label = scan.text[at + 2 : closing.start()].partition(",")
    href = xref_target(target.strip())
    start = at + 2 + len(target) + 1
    place = scan.position(at)
    lead = len(label) - len(label.lstrip())
    pieces = scan.inside(start + lead, closing.start()) if comma and label.strip() else ()
    text = "" if pieces else href.removeprefix("#")
    return closing.end(), Inline(InlineKind.LINK, text, href, pieces, place)


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
    "<": (_plain(InlineKind.LINK, _ANGLED), _cross),
    "[": (_plain(InlineKind.ANCHOR, _ANCHOR), _with_role),
    " ": (_plain(InlineKind.BREAK, _BREAK),),
    "\\": (_escape,),
    '"': _QUOTES[:1],
    "'": _QUOTES[1:],
}
