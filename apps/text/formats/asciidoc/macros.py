"""Links and macros in running text of AsciiDoc (docs.asciidoctor.org, "Links", "Macros")."""

import re

from apps.text.formats.inline import Inline, InlineKind, Scan

_URL = re.compile(r"(?:https?|ftp|irc)://[^\s\[\]<>]{1,2000}")
_MACRO = re.compile(r"(\w{2,12}):(?!:)([^\s\[\]]{0,1000})\[|(image|icon)::([^\s\[\]]{0,1000})\[")
_CLOSE = re.compile(r"(?<!\\)\]")
_LONGEST_REFERENCE = 1000
_HIDDEN_MACROS = frozenset({"anchor", "indexterm", "bibitem", "icon"})
_LITERAL_MACROS = frozenset({"pass", "stem", "latexmath", "asciimath"})
_NAMED_VALUE = re.compile(r"\w+=")
_LABEL_AND_VALUES = re.compile(r"(?:\"[^\"]*\"|[^,=]*),\s*\w+=")


def address(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read an address, bare or with a text in brackets."""
    found = _URL.match(scan.text, at)
    if found is None:
        return None
    end, place = found.end(), scan.position(at)
    if scan.text[end : end + 1] != "[":
        address = found[0].rstrip(".,;:!?)'\"*_`")
        href = scan.expand(address)
        return at + len(address), Inline(InlineKind.LINK, href, href, at=place)
    return bracketed(scan, end + 1, scan.expand(found[0]), place)


def angled(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read `<address[text]>`, as author lines have it: the brackets around it are not shown."""
    read = address(scan, at + 1)
    if read is None or scan.text[read[0] - 1] != "]" or scan.text[read[0] : read[0] + 1] != ">":
        return None
    return read[0] + 1, read[1]


def bracketed(scan: Scan, start: int, href: str, place: int) -> tuple[int, Inline] | None:
    """Read the text of a link to ``href`` up to the closing bracket; ``start`` is behind `[`."""
    closing = scan.find(_CLOSE, start)
    if closing is None:
        return None
    inside = scan.text[start : closing.start()]
    label = inside.strip().removesuffix("^")
    if _NAMED_VALUE.match(label):
        label = ""
    elif _LABEL_AND_VALUES.match(label):
        label = label.partition(",")[0].strip('"')
    label = label.replace("\\]", "]")
    offset = inside.find(label) if label else 0
    pieces = (
        scan.inside(start + max(offset, 0), start + max(offset, 0) + len(label)) if label else ()
    )
    text = "" if label else href.removeprefix("mailto:").removeprefix("#")
    return closing.end(), Inline(InlineKind.LINK, text, href, pieces, place)


def macro(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read `name:target[text]`; a name that is not known is text."""
    found = _MACRO.match(scan.text, at)
    if found is None:
        return None
    name, target = (found[1] or found[3]), scan.expand(found[2] or found[4] or "")
    if name in ("link", "mailto", "xref"):
        href = {"mailto": f"mailto:{target}", "xref": xref_target(target)}.get(name, target)
        return bracketed(scan, found.end(), href, scan.position(at)) if target else None
    closing = scan.find(_CLOSE, found.end())
    if closing is None:
        return None
    piece = _macro_piece(scan, name, target, (found.end(), closing.start()))
    return (closing.end(), piece._replace(at=scan.position(at))) if piece else None


def _macro_piece(scan: Scan, name: str, target: str, span: tuple[int, int]) -> Inline | None:
    """Return what a macro shows; `span` is the text in its brackets."""
    inside = scan.text[slice(*span)].replace("\\]", "]")
    if name in _HIDDEN_MACROS:
        return Inline(InlineKind.SPAN)
    if name == "image":
        return Inline(InlineKind.IMAGE, inside.partition(",")[0].strip().strip('"'), target)
    if name in ("kbd", "btn", *_LITERAL_MACROS):
        return Inline(InlineKind.TEXT if name == "pass" else InlineKind.CODE, inside)
    if name == "menu":
        steps = [target, *(part.strip() for part in inside.split(">"))]
        return Inline(InlineKind.TEXT, " \u203a ".join(step for step in steps if step))
    if name == "footnote":
        lead = Inline(InlineKind.TEXT, " (", at=scan.position(span[0]))
        return Inline(InlineKind.SPAN, ")", children=(lead, *scan.inside(*span)))
    return None


def xref_target(target: str) -> str:
    """Return the href of a cross reference: `#id` inside the document, else file and fragment."""
    path, mark, fragment = target.partition("#")
    if not mark and not path.endswith((".adoc", ".asciidoc")):
        return f"#{path}"
    return f"{path}#{fragment}" if fragment else path or "#"


def cross_reference(scan: Scan, at: int) -> tuple[int, Inline] | None:
    """Read `<<id>>` and `<<id,text>>`."""
    end = scan.text.find(">>", at + 2, at + _LONGEST_REFERENCE)
    if end <= at + 2:
        return None
    target, comma, label = scan.text[at + 2 : end].partition(",")
    href = xref_target(target.strip())
    start = at + 2 + len(target) + 1
    place = scan.position(at)
    lead = len(label) - len(label.lstrip())
    pieces = scan.inside(start + lead, end) if comma and label.strip() else ()
    text = "" if pieces else href.removeprefix("#")
    return end + 2, Inline(InlineKind.LINK, text, href, pieces, place)
