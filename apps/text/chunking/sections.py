"""Sections: a top-level heading with the blocks up to the next one."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.text.structure import Block, BlockKind, Heading, ParsedDocument

_HEADING, _RULE = BlockKind.HEADING, BlockKind.RULE


@dataclass(slots=True)
class Section:
    """The atoms `first` to `last` (not included) and the headings they stand under."""

    start: int
    end: int
    first: int
    last: int
    headings: tuple[Heading, ...]
    has_body: bool

    @property
    def size(self) -> int:
        return self.end - self.start

    @property
    def path(self) -> tuple[str, ...]:
        return tuple(heading.text for heading in self.headings)


def sections_of(parsed: ParsedDocument, atoms: Sequence[Block]) -> list[Section]:
    """Return the sections in order; text before the first heading is a section without path.

    A heading stands under the nearest earlier heading of a smaller level, so that a document that
    begins at level 2 has its level-2 sections side by side.
    """
    sections: list[Section] = []
    path: tuple[Heading, ...] = ()
    headings = iter(parsed.headings)
    first, start, has_body = 0, atoms[0].start if atoms else 0, False
    for index, atom in enumerate(atoms):
        if atom.kind is not _HEADING:
            has_body = has_body or atom.kind is not _RULE
            continue
        if index > first:
            sections.append(Section(start, atoms[index - 1].end, first, index, path, has_body))
        first, start, has_body = index, atom.start, False
        heading = next(headings)
        while heading.line < atom.start_line:
            heading = next(headings)
        path = (*_above(path, heading.level), heading)
    if atoms:
        sections.append(Section(start, atoms[-1].end, first, len(atoms), path, has_body))
    return sections


def _above(path: tuple[Heading, ...], level: int) -> tuple[Heading, ...]:
    depth = len(path)
    while depth and path[depth - 1].level >= level:
        depth -= 1
    return path[:depth]
