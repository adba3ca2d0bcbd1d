"""Inline markup of AsciiDoc (docs.asciidoctor.org, "Text formatting", "Links", "Macros")."""

import re
from collections.abc import Mapping

from apps.text.formats.asciidoc.macros import address, angled, bracketed, cross_reference, macro
from apps.text.formats.asciidoc.values import REFERENCE, expand
from apps.text.formats.inline import Grammar, Inline, InlineKind, Rule, Scan, paired

_MARKS = (
    r"[*_`#^~+\\{\"']|<<|<(?=https?://)|\[\[| \+$|\[[.#%]"
    r"|\b(?:https?|ftp|irc|link|xref|mailto|image|icon|kbd|btn|menu|pass|stem|latexmath|asciimath"
    r"|footnote|anchor|indexterm2?|bibitem)(?=:)"
)
_ANCHOR = re.compile(r"\[\[([\w:.-]{1,200})(?:,[^\]]{0,300})?\]\]")
_ROLE = re.compile(r"\[[.#%][^\]\n]{0,80}\](?=[#*_`])")
# An address that begins with a reference: `{url}/path` or `{scheme}://host`.
_RUN = re.compile(r"\{[\w-]{1,100}\}[^\s\[\]<>]{0,2000}")
_SCHEME = re.compile(r"(?:https?|ftp|irc)://[^\s\[\]<>]")
_SENTENCE_END = ".,;:!?)'\"*_`"
_ESCAPED = re.compile(r"\\(?:\*\*|__|``|##|[*_`#^~+{<\[\"']|(?=https?://|\w+:))")
_BREAK = re.compile(r" \+$", re.MULTILINE)
_ANGLED = re.compile(r"<(https?://[^\s<>\[\]]{1,2000})>")


def asciidoc_grammar(values: Mapping[str, str]) -> Grammar:
    """Return the rules for a document whose attributes have these values (see `known_values`)."""

    def put_in(text: str) -> str:
        return expand(text, values)

    def reference(scan: Scan, at: int) -> tuple[int, Inline] | None:
        found = REFERENCE.match(scan.text, at)
        if found is None or found[1].lower() not in values:
            return None
        place = scan.position(at)
        inside = _at_one_place(in_values.read(values[found[1].lower()]), place)
        return found.end(), inside[0] if len(inside) == 1 else _span(inside, place)

    words: dict[str, tuple[Rule, ...]] = dict.fromkeys("hflxmikbpsa", (address, macro))
    # Asciidoctor puts values in after it has read quotes and before macros.
    in_values = Grammar(f"(?m:{_MARKS})", words)
    return Grammar(
        f"(?m:{_MARKS})", {**words, **_PAIRS, "{": (_led_address, reference)}, expand=put_in
    )


def _led_address(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read an address whose beginning is the value of an attribute, with a text or bare."""
    first = REFERENCE.match(scan.text, at)
    if first is None:
        return None
    # The first value tells; the whole run is put together only where it is an address.
    behind = scan.text[first.end() : first.end() + len("https://x")]
    found = _SCHEME.match(scan.expand(first[0]) + behind) and _RUN.match(scan.text, at)
    if found is None or "[" in (href := scan.expand(found[0])):
        return None
    place = scan.position(at)
    if scan.text[found.end() : found.end() + 1] == "[":
        return bracketed(scan, found.end() + 1, href, place)
    run = found[0].rstrip(_SENTENCE_END)
    href = scan.expand(run)
    if any(map(str.isspace, href)):
        return None
    return at + len(run), Inline(InlineKind.LINK, href, href, at=place)


def _at_one_place(pieces: tuple[Inline, ...], place: int) -> tuple[Inline, ...]:
    """Pieces of a value stand where the reference to it stands."""
    return tuple(
        piece._replace(at=place, children=_at_one_place(piece.children, place)) for piece in pieces
    )


def _span(pieces: tuple[Inline, ...], place: int) -> Inline:
    return Inline(InlineKind.SPAN, children=pieces, at=place)


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
    "<": (_plain(InlineKind.LINK, _ANGLED), angled, cross_reference),
    "[": (_plain(InlineKind.ANCHOR, _ANCHOR), _with_role),
    " ": (_plain(InlineKind.BREAK, _BREAK),),
    "\\": (_escape,),
    '"': _QUOTES[:1],
    "'": _QUOTES[1:],
}
