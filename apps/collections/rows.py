"""From a built document to the rows that hold it."""

import uuid
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from apps.collections.building import BuiltDocument
from apps.collections.fragments import has_fragment
from apps.collections.keys import name_of
from apps.collections.models import Chunk, Document, Link, LinkState, LinkType
from apps.text.chunk import Chunk as TextChunk
from apps.text.links import split_href

LONGEST_LINE = 500
LONGEST_HREF = 2000
LONGEST_LABEL = 1000

# What a document row takes over from each build; the rest of its columns belongs to its history.
BUILT_FIELDS = (
    "title",
    "format",
    "front_matter",
    "front_matter_error",
    "heading_tree",
    "code_blocks",
    "tables",
    "word_count",
    "line_count",
    "is_truncated",
    "fingerprint",
)


def storable(value: Any) -> Any:
    """The value with U+0000 and half surrogate pairs replaced; PostgreSQL stores neither.

    They cannot stand in the text itself, but escapes in YAML and in links can spell them.
    """
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    return value


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
    document.code_blocks = storable([asdict(block) for block in parsed.code_blocks])
    document.tables = storable([asdict(table) for table in parsed.tables])
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


def link_rows(document: Document, built: BuiltDocument) -> Iterator[Link]:
    """One row for each distinct href, with the text and line of its first use.

    What leaves the collection and what stays on the page is settled here; the rest waits for the
    ``resolve_links`` job.
    """
    seen: set[str] = set()
    for link in built.parsed.links:
        href = storable(link.href)[:LONGEST_HREF]
        if href in seen:
            continue
        seen.add(href)
        row = Link(
            document=document,
            text=storable(link.text)[:LONGEST_LABEL],
            href=href,
            line=link.line,
            link_type=LinkType(link.link_type.value),
            fragment=storable(split_href(href).fragment or "")[:LONGEST_LINE],
        )
        if row.link_type == LinkType.ABSOLUTE:
            row.state, row.fragment = LinkState.EXTERNAL, ""
        elif row.link_type == LinkType.ANCHOR:
            row.state, row.target_document = LinkState.RESOLVED, document
            row.is_fragment_found = has_fragment(
                row.fragment, document.heading_tree, document.content
            )
        yield row
