"""Inline markup of RDoc."""

import re
from urllib.parse import unquote

from apps.text.formats.inline import Grammar, Inline, InlineKind, Rule, Scan, paired

_TIED = re.compile(r"\{((?:[^{}\\\n]|\\.){1,500})\}\[([^\]\s]{1,500})\]")
_WORD = re.compile(
    r"(?<![\w/.])([\w!?.-]{1,100})\[((?:https?|ftp|mailto|rdoc-ref|link):[^\]\s]{1,500})\]"
)
_SCHEMED = re.compile(r"(rdoc-ref|rdoc-image|link|mailto):([^\s,;<>\]]{1,500})")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(?=[^\s\w]|[A-Z])")
_SOURCE = re.compile(r"(?P<path>[^#]*[^#/]\.(?:rdoc|md|rb))@(?P<label>.*)\Z")
_HTML_TAGS = {
    "b": InlineKind.STRONG,
    "strong": InlineKind.STRONG,
    "i": InlineKind.EMPHASIS,
    "em": InlineKind.EMPHASIS,
    "tt": InlineKind.CODE,
    "code": InlineKind.CODE,
    "s": InlineKind.DELETED,
    "del": InlineKind.DELETED,
}


def target_of(written: str) -> str:
    """Return the href of a link's target: `rdoc-ref:File.rdoc@Label` is a file and fragment."""
    target = written.removeprefix("link:").removeprefix("rdoc-image:")
    if written.startswith("rdoc-label:"):
        return f"#{unquote(written[11:].replace('+', ' ').removeprefix('label-'))}"
    if not target.startswith("rdoc-ref:"):
        return target
    target = target[9:]
    if found := _SOURCE.match(target):
        return f"{found['path']}#{unquote(found['label'].replace('+', ' '))}"
    if target.startswith("@"):
        return f"#{unquote(target[1:].replace('+', ' '))}"
    return target if "/" in target or "." in target else f"#{target}"


def _tied(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _TIED.match(scan.text, at)
    if found is None:
        return None
    place, href = scan.position(at), target_of(found[2])
    if found[1].startswith("rdoc-image:"):
        picture = found[1].removeprefix("rdoc-image:")
        return found.end(), Inline(InlineKind.IMAGE, picture.rpartition("/")[2], picture, at=place)
    pieces = scan.inside(found.start(1), found.end(1))
    return found.end(), Inline(InlineKind.LINK, "", href, pieces, place)


def _word(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read `word[url]`; its mark is the bracket, so the word is already plain text before it."""
    found = _WORD.match(scan.text, at)
    if found is None:
        return None
    return found.end(), Inline(InlineKind.LINK, found[1], target_of(found[2]), at=scan.position(at))


def _schemed(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _SCHEMED.match(scan.text, at)
    if found is None:
        return None
    end = at + len(found[0].rstrip(".!?)'\""))
    written, place = scan.text[at:end], scan.position(at)
    if found[1] == "rdoc-image":
        path = written.removeprefix("rdoc-image:")
        return end, Inline(InlineKind.IMAGE, path.rpartition("/")[2], path, at=place)
    label = written.partition(":")[2]
    return end, Inline(InlineKind.LINK, label, target_of(written), at=place)


def _escape(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _ESCAPED.match(scan.text, at)
    if found is None:
        return None
    text = scan.text[at + 1]
    return at + 2, Inline(InlineKind.TEXT, text, at=scan.position(at))


def _break(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _BREAK.match(scan.text, at)
    return (found.end(), Inline(InlineKind.BREAK, at=scan.position(at))) if found else None


def _worded(kind: InlineKind, sign: str, *, is_literal: bool = False) -> Rule:
    """Return the rule for a sign around one word, which RDoc reads only so."""
    one = re.escape(sign)
    inside = rf"(?=[^\s{one}]{{1,300}}{one}(?!\w))"
    opener = rf"(?<![\w\\{one}]){one}{inside}"
    return paired(kind, opener, rf"{one}(?!\w)", is_literal=is_literal)


RDOC_GRAMMAR = Grammar(
    r"[*_+`<{\\]|(?<![\w/.])(?:rdoc-ref|rdoc-image|link|mailto):"
    r"|(?<![\w/.])[\w!?.-]{1,100}(?=\[(?:https?|ftp|mailto|rdoc-ref|link):)",
    {
        "*": (_worded(InlineKind.STRONG, "*"),),
        "_": (_worded(InlineKind.EMPHASIS, "_"), _word),
        "+": (_worded(InlineKind.CODE, "+", is_literal=True),),
        "`": (paired(InlineKind.CODE, r"`(?=[^`\s])", r"`", is_literal=True),),
        "<": (
            _break,
            *(
                paired(kind, rf"(?i)<{tag}>", rf"(?i)</{tag}>", is_literal=kind is InlineKind.CODE)
                for tag, kind in _HTML_TAGS.items()
            ),
        ),
        "{": (_tied,),
        "\\": (_escape,),
    },
    other=(_schemed, _word),
)
