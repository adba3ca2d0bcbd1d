"""Inline markup of Org (Org Syntax, "Objects")."""

import re

from apps.text.formats.inline import Grammar, Inline, InlineKind, Rule, Scan, paired

_BEFORE = r"(?<![^\s\-('\"{\u2014\u2013])"
_AFTER = r"(?=[\s\-.,;:!?'\")}\\\[\u2014\u2013]|\Z)"
_LINK = re.compile(r"\[\[((?:[^\[\]\\]|\\.){1,2000})\](?:\[|\])")
_LINK_END = re.compile(r"\]\]")
_NOTE = re.compile(r"\[fn:([\w-]*)(?::([^\[\]]{0,2000}))?\]")
_TARGET = re.compile(r"<<<?([^<>\n]{1,200})>>>?")
_ANGLED = re.compile(r"<((?:https?|ftp|mailto|file)[^\s<>]{1,2000})>")
_BREAK = re.compile(r"\\\\[ \t]*$", re.MULTILINE)
_SCRIPT = re.compile(r"(?<=\S)([_^])\{([^{}]{1,300})\}")
_ORG_FILE = re.compile(r"(?:file:)?([^:]*\.org)::(.*)\Z")
_IMAGE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|avif)\Z", re.IGNORECASE)


def target_of(written: str) -> str:
    """Return the href of a link's target: `*Title`, `#id` and plain names are in the document."""
    target = written.replace("\\[", "[").replace("\\]", "]").strip()
    if found := _ORG_FILE.match(target):
        return f"{found[1]}#{found[2].lstrip('*#').strip()}"
    if target.startswith("file:"):
        return target[5:].partition("::")[0]
    if target.startswith(("#", "./", "../", "/")):
        return target
    if target.startswith("*"):
        return f"#{target.lstrip('*').strip()}"
    is_path = "/" in target or ":" in target or re.search(r"\.\w{1,5}(?:#|\Z)", target)
    return target if is_path and not target.startswith("id:") else f"#{target}"


def _link(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _LINK.match(scan.text, at)
    if found is None:
        return None
    href, place = target_of(found[1]), scan.position(at)
    if found[0][-1] == "]":
        if _IMAGE.search(href):
            return found.end(), Inline(InlineKind.IMAGE, href.rpartition("/")[2], href, at=place)
        return found.end(), Inline(InlineKind.LINK, href.removeprefix("#"), href, at=place)
    closing = scan.find(_LINK_END, found.end())
    if closing is None or closing.start() == found.end():
        return None
    pieces = scan.inside(found.end(), closing.start())
    return closing.end(), Inline(InlineKind.LINK, "", href, pieces, place)


def _note(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _NOTE.match(scan.text, at)
    if found is None:
        return None
    place = scan.position(at)
    if found[2] is not None:
        return found.end(), Inline(InlineKind.TEXT, f" ({found[2]})", at=place)
    mark = Inline(InlineKind.TEXT, f"[{found[1]}]", at=place)
    return found.end(), Inline(InlineKind.SUPERSCRIPT, children=(mark,), at=place)


def _angle(scan: Scan, at: int) -> tuple[int, Inline] | None:
    place = scan.position(at)
    if found := _TARGET.match(scan.text, at):
        return found.end(), Inline(InlineKind.ANCHOR, "", found[1], at=place)
    if found := _ANGLED.match(scan.text, at):
        return found.end(), Inline(InlineKind.LINK, found[1], found[1], at=place)
    return None


def _script(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _SCRIPT.match(scan.text, at)
    if found is None:
        return None
    kind = InlineKind.SUBSCRIPT if found[1] == "_" else InlineKind.SUPERSCRIPT
    return found.end(), Inline(kind, found[2], at=scan.position(at))


def _break(scan: Scan, at: int) -> tuple[int, Inline] | None:
    found = _BREAK.match(scan.text, at)
    return (found.end(), Inline(InlineKind.BREAK, at=scan.position(at))) if found else None


def _marked(kind: InlineKind, sign: str, *, is_literal: bool = False) -> Rule:
    one = re.escape(sign)
    opener, closer = rf"{_BEFORE}{one}(?=\S)", rf"(?<=\S){one}{_AFTER}"
    return paired(kind, opener, closer, is_literal=is_literal)


ORG_GRAMMAR = Grammar(
    r"[*/_+=~^\\<]|\[\[|\[fn:",
    {
        "*": (_marked(InlineKind.STRONG, "*"),),
        "/": (_marked(InlineKind.EMPHASIS, "/"),),
        "_": (_script, _marked(InlineKind.UNDERLINE, "_")),
        "+": (_marked(InlineKind.DELETED, "+"),),
        "=": (_marked(InlineKind.CODE, "=", is_literal=True),),
        "~": (_marked(InlineKind.CODE, "~", is_literal=True),),
        "^": (_script,),
        "\\": (_break,),
        "<": (_angle,),
        "[": (_link, _note),
    },
)
