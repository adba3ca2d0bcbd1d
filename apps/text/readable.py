"""What a fragment of a document says: by section, without markup, addresses and settings.

Made for embedding models: what stands in a document for programs only (targets of links, options of
directives, front matter) moves their vectors away from what the text is about.
"""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from apps.text.parse import parse_document
from apps.text.plain import COMMENT, INLINE, Cleaning, clean
from apps.text.structure import Block, BlockKind, ParsedDocument

# Longer blocks are data; looking for markup in them is not worth its time.
LONGEST_CLEANED = 20_000
_VERBATIM = frozenset({"openapi", "text"})
_UNSAID = frozenset({BlockKind.HEADING, BlockKind.RULE})
_DIRECTIVE = re.compile(
    r"^([ \t]*)\.\.[ \t]+(?:([\w:+.-]{1,60})::[ \t]*(.*)|_.*|(?:\[[^\]]{1,40}\][ \t]*)?(.*))$"
    r"((?:\n\1[ \t]+:[\w-]{1,60}:.*$)*)",
    re.MULTILINE,
)
# Keys of front matter whose values speak of the document.
_TELLING = ("description", "summary", "excerpt", "subtitle", "keywords")
# Their argument is the name of a file or of a thing that stands elsewhere.
_SILENT = frozenset(
    (
        *("image", "figure", "include", "literalinclude", "toctree", "raw", "contents", "index"),
        *("highlight", "currentmodule", "code-block", "code", "sourcecode"),
    )
)
_SHORTCODE = re.compile(r"\{\{[<%].{0,400}?[>%]\}\}", re.DOTALL)
_SHORTCODE_TEXT = re.compile(r'\b(?:text|title|caption)="([^"]*)"')
_FENCE = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|-{4,}$|\.\.[ \t]|\[source|#\+(?i:begin|end)).*$", re.MULTILINE
)
_CLEANINGS: tuple[Cleaning, ...] = (
    COMMENT,
    (":::", re.compile(r"^[ \t]*:::+", re.MULTILINE), ""),
    ("", re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?|===)[ \t]+", re.MULTILINE), ""),
    ("#+", re.compile(r"^[ \t]*#\+.*$", re.MULTILINE), ""),
    ("![", re.compile(r"!\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])?"), r"\1"),
    ("{#", re.compile(r"[ \t]*\{#[\w.:-]{1,100}\}"), ""),
    ("]:", re.compile(r"^[ \t]*\[[^\]^\n]{1,200}\]:[ \t]+\S.*$", re.MULTILINE), ""),
    *INLINE,
    # Lines that draw tables.
    ("", re.compile(r"^[ \t]*[-=+|:][-=+|: \t]{2,}$", re.MULTILINE), ""),
)


class ReadableSection(NamedTuple):
    """A section of a fragment: the texts of its headings within, outermost first, and what it says.

    What stands before the first heading has none. A section may say nothing by itself.
    """

    headings: tuple[str, ...]
    text: str


def readable_sections(fragment: str, *, name: str) -> list[ReadableSection]:
    """The sections of a fragment of the document ``name``, whose suffix tells the format."""
    parsed = parse_document(fragment, name=name)
    data = fragment.encode()
    openers = list(parsed.openers())
    starts = [start for _, start in openers]
    blocks = iter(parsed.blocks)
    block = next(blocks, None)
    path: list[tuple[int, str]] = []
    found = []
    for place, end in enumerate([*starts, len(data) + 1]):
        if place:
            heading = openers[place - 1][0]
            path = [*(one for one in path if one[0] < heading.level), (heading.level, heading.text)]
        said = []
        while block is not None and block.start < end:
            said.append(_said(parsed, data, block))
            block = next(blocks, None)
        text = "\n".join(filter(None, said))
        if path or text:
            found.append(ReadableSection(tuple([heading for _, heading in path]), text))
    return found


def _said(parsed: ParsedDocument, data: bytes, block: Block) -> str:
    if block.kind is BlockKind.FRONT_MATTER:
        return "\n".join(_told(parsed.front_matter))
    if block.kind in _UNSAID:
        return ""
    text = data[block.start : block.end].decode()
    if parsed.format in _VERBATIM:
        return text.strip()
    if block.kind is BlockKind.CODE:
        return _FENCE.sub("", text).strip()
    return readable(text, is_table=block.kind is BlockKind.TABLE)


def _told(front_matter: Mapping[str, Any]) -> Iterator[str]:
    for key in _TELLING:
        value = front_matter.get(key)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, str):
                yield readable(one)


def readable(text: str, *, is_table: bool = False) -> str:
    """Marked-up text of any format as words, line by line, blank lines left out."""
    if len(text) > LONGEST_CLEANED:
        return text.strip()
    if ".." in text:
        text = _DIRECTIVE.sub(_argument, text)
    if "{{" in text:
        text = _SHORTCODE.sub(lambda found: " ".join(_SHORTCODE_TEXT.findall(found[0])), text)
    text = html.unescape(clean(text, _CLEANINGS))
    if is_table:
        text = text.replace("|", " ")
    return "\n".join(_lines(text))


def _argument(found: re.Match[str]) -> str:
    """What a directive of reStructuredText says by itself, a footnote, or nothing of a comment."""
    directive, argument, note = found[2], found[3], found[4]
    if directive:
        return "" if directive in _SILENT else f"{found[1]}{argument}"
    return f"{found[1]}{note}" if note and ".. [" in found[0] else ""


def _lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        words = " ".join(line.split())
        if words:
            yield words
