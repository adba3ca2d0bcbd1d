"""The section tree of a document: what each heading opens, with exact ranges.

Offsets are bytes of the source in UTF-8, half open; lines are 1-based. Ranges begin at the heading
and end after the last byte that is not blank, so that a section can be returned verbatim.
"""

from collections.abc import Sequence
from typing import NamedTuple

from apps.text.lines import LineIndex
from apps.text.structure import Heading, ParsedDocument

WHOLE = "(document)"
"""Title of the only section of a document without headings."""
OPENING = "(introduction)"
"""Title of the section before the first heading."""


class DocumentSection(NamedTuple):
    """One section. `start` to `end` is its own text, `start` to `tree_end` with its descendants.

    `parent` is a position in the tree, None at the top. `body` is where the text after the heading
    begins. Level 0 is the text before the first heading, which has no anchor.
    """

    position: int
    parent: int | None
    level: int
    title: str
    anchor: str
    start: int
    body: int
    end: int
    tree_end: int
    start_line: int
    end_line: int
    tree_end_line: int


def section_tree(parsed: ParsedDocument) -> tuple[DocumentSection, ...]:
    """Return the sections in document order.

    Every byte that is neither blank nor front matter lies in exactly one section's own range. A
    heading stands under the nearest earlier heading of a smaller level; only headings that are
    blocks of their own open a section. A document without text has no sections.
    """
    data = parsed.source.encode()
    openers = list(parsed.openers())
    headings = [heading for heading, _ in openers]
    starts = [start for _, start in openers]
    opening = _opening(data, parsed.body_start, starts[0] if starts else len(data))
    parts = [*opening, *_opened(data, headings, starts)]
    parents = _parents([part.level for part in parts])
    return _placed(parts, parents, LineIndex(data))


class _Part(NamedTuple):
    level: int
    title: str
    anchor: str
    start: int
    body: int
    end: int


def _opening(data: bytes, start: int, stop: int) -> list[_Part]:
    """The text before the first heading, as a section of level 0, if there is any."""
    end = start + len(data[start:stop].rstrip())
    if end <= start:
        return []
    start = stop - len(data[start:stop].lstrip())
    return [_Part(0, WHOLE if stop == len(data) else OPENING, "", start, start, end)]


def _opened(data: bytes, headings: list[Heading], starts: list[int]) -> list[_Part]:
    stops = [*starts, len(data)][1:]
    return [
        _Part(
            heading.level,
            heading.text,
            heading.anchor,
            start,
            min(heading.end, start + len(data[start:stop].rstrip())),
            start + len(data[start:stop].rstrip()),
        )
        for heading, start, stop in zip(headings, starts, stops, strict=True)
    ]


def _parents(levels: Sequence[int]) -> list[int | None]:
    parents: list[int | None] = []
    open_places: list[int] = []
    for place, level in enumerate(levels):
        while open_places and levels[open_places[-1]] >= level:
            open_places.pop()
        parents.append(open_places[-1] if open_places else None)
        if level:
            open_places.append(place)
    return parents


def _placed(
    parts: list[_Part], parents: list[int | None], lines: LineIndex
) -> tuple[DocumentSection, ...]:
    tree_ends = [part.end for part in parts]
    for place in range(len(parts) - 1, -1, -1):
        parent = parents[place]
        if parent is not None:
            tree_ends[parent] = max(tree_ends[parent], tree_ends[place])
    return tuple(
        DocumentSection(
            position=place,
            parent=parents[place],
            level=part.level,
            title=part.title,
            anchor=part.anchor,
            start=part.start,
            body=part.body,
            end=part.end,
            tree_end=tree_end,
            start_line=lines.line_of(part.start),
            end_line=lines.line_of(max(part.start, part.end - 1)),
            tree_end_line=lines.line_of(max(part.start, tree_end - 1)),
        )
        for place, (part, tree_end) in enumerate(zip(parts, tree_ends, strict=True))
    )
