"""The prose of an AsciiDoc document outside of pages: what its blocks say, as plain text."""

import re
from collections.abc import Callable
from itertools import pairwise

from apps.text.formats.asciidoc.values import author_values, expand, known_values
from apps.text.structure import Block, BlockKind, ParsedDocument

_LABELS = "NOTE|TIP|IMPORTANT|WARNING|CAUTION"
_LABEL = re.compile(rf"\A\s*(?:{_LABELS}):[ \t]+")
_STYLE = re.compile(rf"\[(?:{_LABELS})\b[^\]]{{0,200}}\]\Z")
_ENTRY = re.compile(r":([\w-]{1,100}):[ \t]+(.{1,1000})")
_FENCE = re.compile(r"^(?:={4,}|_{4,}|\*{4,}|--)[ \t]*$", re.MULTILINE)


def spoken_reader(parsed: ParsedDocument) -> Callable[[str], str]:
    """Return what turns the source of a block into what it says.

    Values stand in place of the references to them; the label of an admonition and the lines
    around a block are left out.
    """
    known = known_values(_values(parsed), parsed.source)
    return lambda text: expand(_FENCE.sub("", _LABEL.sub("", text)), known)


def aside_starts(parsed: ParsedDocument) -> frozenset[int]:
    """Return where blocks begin that stand beside what a section says.

    They are the admonitions, and the lines about the author right below the document's title.
    """
    data = parsed.source.encode()
    quotes = [block for block in parsed.blocks if block.kind is BlockKind.QUOTE]
    labelled = {block.start for block in quotes if _LABEL.match(_text(data, block))}
    styled = {
        block.start
        for before, block in pairwise(parsed.blocks)
        if before.kind is BlockKind.OTHER and _STYLE.match(_text(data, before))
    }
    about = {
        block.start
        for before, block in pairwise(parsed.blocks)
        if before.kind is BlockKind.HEADING
        and block.start_line == before.end_line + 1
        and _text(data, before).startswith("= ")
    }
    return frozenset(labelled | styled | about)


def _values(parsed: ParsedDocument) -> dict[str, str]:
    """The attributes in the order of the text, with what the author line says."""
    data = parsed.source.encode()
    others = (_text(data, block) for block in parsed.blocks if block.kind is BlockKind.OTHER)
    entries = (found for text in others if (found := _ENTRY.match(text)))
    header = {name: value for name, value in parsed.front_matter.items() if isinstance(value, str)}
    own = {found[1].lower(): found[2].strip() for found in entries}
    author = author_values(header["author"]) if header.get("author") else {}
    return header | author | own


def _text(data: bytes, block: Block) -> str:
    return data[block.start : min(block.end, block.start + 1200)].decode("utf-8", "ignore")
