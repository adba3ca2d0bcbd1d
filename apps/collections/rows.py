"""From a built document to the rows that hold it."""

import uuid
from collections.abc import Iterator
from typing import TypeAlias

from apps.collections.building import BuiltDocument
from apps.collections.fragments import Places, written_fragment
from apps.collections.keys import name_of
from apps.collections.models import Chunk, Document, LinkState
from apps.text import structure
from apps.text.chunk import Chunk as TextChunk
from apps.text.images import image_links
from apps.text.labels import label_anchors
from apps.text.storable import storable

LONGEST_LINE = 500
LONGEST_HREF = 2000
LONGEST_LABEL = 1000

CHUNK_COLUMNS = (
    *("id", "document", "chunk_index", "content", "heading_path", "heading_level"),
    *("section_anchor", "sections", "start_line", "end_line"),
)
# What a document row takes over from each build; the rest of its columns belongs to its history.
BUILT_FIELDS = (
    "title",
    "format",
    "front_matter",
    "front_matter_error",
    "heading_tree",
    "labels",
    "code_blocks",
    "tables",
    "word_count",
    "line_count",
    "is_truncated",
    "fingerprint",
)


def fill_document(document: Document, built: BuiltDocument) -> None:
    """Set the columns that a build decides."""
    parsed = built.parsed
    document.title = title_of(document, built)
    document.format = parsed.format
    document.front_matter = storable(parsed.front_matter)
    document.front_matter_error = storable(parsed.front_matter_error or "")[:LONGEST_LINE]
    document.heading_tree = [
        {
            "level": heading.level,
            "text": storable(heading.text),
            "anchor": storable(heading.anchor),
            "line": heading.line,
        }
        for heading in parsed.headings
    ]
    document.labels = [
        [storable(name), storable(anchor)] for name, anchor in label_anchors(parsed.labels).items()
    ]
    document.code_blocks = [
        {
            "language": storable(block.language),
            "content": block.content,
            "start_line": block.start_line,
            "end_line": block.end_line,
        }
        for block in parsed.code_blocks
    ]
    document.tables = [
        {
            "header": storable(table.header),
            "rows": storable(table.rows),
            "start_line": table.start_line,
            "end_line": table.end_line,
        }
        for table in parsed.tables
    ]
    document.word_count = parsed.word_count
    document.line_count = parsed.line_count
    document.is_truncated = built.report.truncated
    document.fingerprint = built.fingerprint


def title_of(document: Document, built: BuiltDocument) -> str:
    """The title given with an upload, else the text's own, else the name of the file."""
    own = storable(built.parsed.title or "").strip()
    title: str = document.given_title or own or name_of(built.checked.source_key)
    return title[:LONGEST_LINE]


def chunk_row(document: Document, chunk: TextChunk, chunk_id: uuid.UUID | None) -> Chunk:
    """A chunk's row, under the id of an earlier row with the same text where there is one."""
    return Chunk(
        id=chunk_id or uuid.uuid4(),
        document=document,
        chunk_index=chunk.index,
        content=chunk.content,
        heading_path=storable(chunk.heading_path),
        heading_level=chunk.heading_level,
        section_anchor=storable(chunk.section_anchor)[:LONGEST_LINE],
        sections=storable(chunk.sections),
        start_line=chunk.start_line,
        end_line=chunk.end_line,
    )


LINK_COLUMNS = (
    *("id", "document", "text", "href", "line", "link_type", "state", "target_document"),
    *("fragment", "is_fragment_found"),
)
LinkRow: TypeAlias = tuple[object, ...]


def link_rows(document: Document, built: BuiltDocument) -> Iterator[LinkRow]:
    """One row of `LINK_COLUMNS` for each distinct target, with text and line of its first use.

    Images that are files of the collection count: what shows a file leads to it.

    What leaves the collection and what stays on the page is settled here; the rest waits for the
    ``resolve_links`` job.
    """
    seen: set[tuple[str, bool]] = set()
    links = (*built.parsed.links, *image_links(built.parsed))
    # Ids that rise: those of one line are listed in the order of the text.
    ids = sorted(uuid.uuid4() for _ in links)
    places = Places(document.heading_tree, document.content)
    for link_id, link in zip(ids, links, strict=True):
        href = storable(link.href)[:LONGEST_HREF]
        # The same word may be a path and a label.
        target_key = href, link.link_type is structure.LinkType.LABEL
        if target_key in seen:
            continue
        seen.add(target_key)
        target, fragment, found = None, "", None
        if link.link_type is structure.LinkType.ABSOLUTE:
            state = LinkState.EXTERNAL
        else:
            state = LinkState.PENDING
            fragment = written_fragment(href, link.link_type)
        if link.link_type is structure.LinkType.ANCHOR:
            state, target = LinkState.RESOLVED, document.pk
            found = places.has(fragment)
        text = storable(link.text)[:LONGEST_LABEL]
        link_type = link.link_type.value
        yield (
            *(link_id, document.pk, text, href, link.line, link_type, state.value),
            *(target, fragment, found),
        )
