"""Sections: a top-level heading with the blocks up to the next one."""

from dataclasses import dataclass

from apps.text.chunking.atoms import Atom
from apps.text.structure import BlockKind, Heading, ParsedDocument

_BODILESS = frozenset({BlockKind.HEADING, BlockKind.RULE})


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


def sections_of(parsed: ParsedDocument, atoms: list[Atom]) -> list[Section]:
    """Return the sections in order; text before the first heading is a section without path.

    A heading stands under the nearest earlier heading of a smaller level, so that a document that
    begins at level 2 has its level-2 sections side by side.
    """
    sections: list[Section] = []
    stack: list[Heading] = []
    headings = iter(parsed.headings)
    first = 0
    for index, atom in enumerate(atoms):
        if not atom.is_heading:
            continue
        if index > first:
            sections.append(_section(atoms, first, index, stack))
        first = index
        heading = next(h for h in headings if h.start >= atom.block.start)
        while stack and stack[-1].level >= heading.level:
            stack.pop()
        stack.append(heading)
    if atoms:
        sections.append(_section(atoms, first, len(atoms), stack))
    return sections


def _section(atoms: list[Atom], first: int, last: int, stack: list[Heading]) -> Section:
    has_body = any(atoms[index].block.kind not in _BODILESS for index in range(first, last))
    return Section(atoms[first].start, atoms[last - 1].end, first, last, tuple(stack), has_body)
