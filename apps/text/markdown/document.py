"""A Markdown document from its source."""

from typing import Any

from apps.text.front_matter import FrontMatter, split_front_matter
from apps.text.markdown.labels import contents_links, labels_in
from apps.text.markdown.place import Place
from apps.text.markdown.walk import Walk
from apps.text.structure import Block, BlockKind, Heading, Link, ParsedDocument
from apps.text.words import count_words
from apps.text.yaml_values import text_of

_HEADING = BlockKind.HEADING


def parse_markdown(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of Markdown `source` (CommonMark, GFM tables, wiki links)."""
    data = source.encode()
    front = split_front_matter(source)
    begin = front.end if front else int(source.startswith("\ufeff"))
    body = source[begin:]
    base = len(source[:begin].encode())
    place = Place(data, base)
    walk = Walk(body, place)
    blocks = tuple(walk.blocks)
    lines = place.line_count()
    if front:
        start = len(source[: front.start].encode())
        span = (start, base, place.line_at(start), place.line_at(base - 1))
        blocks = (Block(BlockKind.FRONT_MATTER, *span), *blocks)
    return ParsedDocument(
        source=source,
        format=format_name,
        title=_title(front, walk.headings, blocks),
        front_matter=front.values if front else {},
        front_matter_error=front.error if front else None,
        headings=tuple(walk.headings),
        code_blocks=tuple(walk.code_blocks),
        tables=tuple(walk.tables),
        links=_links(walk, place),
        blocks=blocks,
        word_count=count_words(source, data),
        line_count=lines,
        labels=tuple(labels_in(place.lined, blocks, walk.headings, walk.code_blocks)),
    )


def _links(walk: Walk, place: Place) -> tuple[Link, ...]:
    contents = list(contents_links(place.lined, walk.code_blocks))
    if not contents:
        return tuple(walk.links)
    return tuple(sorted([*walk.links, *contents], key=lambda link: link.line))


def _title(
    front: FrontMatter | None, headings: list[Heading], blocks: tuple[Block, ...]
) -> str | None:
    value: Any = front.values.get("title") if front else None
    if value is not None and not isinstance(value, dict | list) and text_of(value).strip():
        return " ".join(text_of(value).split())
    named = [heading for heading in headings if heading.level == 1 and heading.text]
    if not named:
        return None
    lines = {heading.line: heading for heading in reversed(named)}
    for block in blocks:
        if block.kind is _HEADING and block.start_line in lines:
            return lines[block.start_line].text
    return named[0].text
