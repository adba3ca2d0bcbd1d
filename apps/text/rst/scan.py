"""Cut reStructuredText into its top-level blocks, line by line.

The order of the tests is that of docutils' state machine (`docutils.parsers.rst.states`), so that
what looks like a title inside a table, a literal block or a list is none.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.text.rst import patterns
from apps.text.rst.tables import grid_table_end, simple_table_end
from apps.text.rst.titles import Title, TitleLevels, overlined, underlined
from apps.text.structure import BlockKind


@dataclass(frozen=True, slots=True)
class Region:
    """The lines `first` to `last` (not included, 0-based) of one block."""

    kind: BlockKind
    first: int
    last: int
    title: Title | None = None
    level: int = 0
    item_lines: tuple[int, ...] = ()


class Scanner:
    """Reads lines whose tabs are expanded and whose ends are cut."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines
        self._count = len(lines)
        self._levels = TitleLevels()

    def regions(self) -> Iterator[Region]:
        """Yield the blocks in order; the lines between them are blank."""
        at, wants_literal = 0, False
        while at < self._count:
            if not self._lines[at]:
                at += 1
                continue
            literal = self._literal_end(at) if wants_literal else at
            region = Region(BlockKind.CODE, at, literal) if literal > at else self._read(at)
            yield region
            at = region.last
            is_paragraph = region.kind is BlockKind.PARAGRAPH
            wants_literal = is_paragraph and self._lines[at - 1].endswith("::")

    def _literal_end(self, at: int) -> int:
        """Return the end of the literal block at a line: indented, or each line quoted."""
        first = self._lines[at][0]
        if first == " ":
            return self._indented_end(at)
        end = at
        if patterns.QUOTED.match(first):
            while end < self._count and self._lines[end].startswith(first):
                end += 1
        return end

    def _read(self, at: int) -> Region:
        line = self._lines[at]
        if line[0] == " ":
            return Region(BlockKind.QUOTE, at, self._indented_end(at))
        if not line[0].isalnum():
            region = self._read_marked(at, line)
            if region is not None:
                return region
        if patterns.ENUMERATOR.match(line) and self._is_enumerated(at):
            return self._list(at, self._is_enumerated)
        return self._text(at)

    def _read_marked(self, at: int, line: str) -> Region | None:
        for pattern in (patterns.BULLET, patterns.FIELD, patterns.OPTION):
            if pattern.match(line):
                return self._list(at, lambda j: pattern.match(self._lines[j]) is not None)  # noqa: B023
        if patterns.DOCTEST.match(line):
            return Region(BlockKind.CODE, at, self._blank_after(at))
        if patterns.LINE_BLOCK.match(line):
            return Region(BlockKind.QUOTE, at, self._blank_after(at))
        if patterns.GRID_TABLE.match(line):
            return Region(BlockKind.TABLE, at, grid_table_end(self._lines, at))
        if patterns.SIMPLE_TABLE.match(line):
            return Region(BlockKind.TABLE, at, simple_table_end(self._lines, at))
        if patterns.EXPLICIT.match(line) or patterns.ANONYMOUS.match(line):
            return self._explicit(at, line)
        return self._adorned(at, line) if patterns.ADORNMENT.match(line) else None

    def _indented_end(self, at: int) -> int:
        """Return the line behind the last indented line from `at` on, blank lines between."""
        last = at
        while at < self._count and self._lines[at][:1] in {"", " "}:
            at += 1
            if self._lines[at - 1]:
                last = at
        return last

    def _blank_after(self, at: int) -> int:
        while at < self._count and self._lines[at]:
            at += 1
        return at

    def _is_enumerated(self, at: int) -> bool:
        """Tell whether a line opens a list item: what follows is blank, indented or an item."""
        if not patterns.ENUMERATOR.match(self._lines[at]):
            return False
        following = self._lines[at + 1] if at + 1 < self._count else ""
        return following[:1] in {"", " "} or patterns.ENUMERATOR.match(following) is not None

    def _list(self, at: int, is_item: Callable[[int], bool]) -> Region:
        items, end = [at], self._indented_end(at + 1)
        following = end
        while following < self._count:
            if not self._lines[following]:
                following += 1
            elif is_item(following):
                items.append(following)
                end = following = self._indented_end(following + 1)
            else:
                break
        return Region(BlockKind.LIST, at, end, item_lines=tuple(items))

    def _explicit(self, at: int, line: str) -> Region:
        is_empty_comment = line == ".." and not self._line(at + 1)
        end = at + 1 if is_empty_comment else self._indented_end(at + 1)
        kind = BlockKind.OTHER
        if directive := patterns.DIRECTIVE.match(line):
            if directive[1] in patterns.CODE_DIRECTIVES:
                kind = BlockKind.CODE
            elif directive[1] in patterns.TABLE_DIRECTIVES:
                kind = BlockKind.TABLE
        elif not line.startswith(".. ") or patterns.DEFINITION.match(line):
            kind = BlockKind.OTHER if line == ".." else BlockKind.DEFINITION
        return Region(kind, at, end)

    def _adorned(self, at: int, line: str) -> Region:
        following = self._line(at + 1)
        is_short = len(line) < 4
        if not following:
            return self._text(at) if is_short else Region(BlockKind.RULE, at, at + 1)
        if title := overlined(self._lines, at):
            return self._titled(at, title)
        if is_short:
            return self._text(at)
        length = 2 if patterns.ADORNMENT.match(following) else 3
        end = min(at + length, self._count)
        return Region(BlockKind.OTHER, at, end if self._lines[end - 1] else end - 1)

    def _text(self, at: int) -> Region:
        if title := underlined(self._lines, at):
            return self._titled(at, title)
        if self._line(at + 1).startswith(" "):
            return Region(BlockKind.DEFINITION, at, self._indented_end(at + 1))
        end = at + 1
        while end < self._count and self._lines[end][:1] not in {"", " "}:
            end += 1
        return Region(BlockKind.PARAGRAPH, at, end)

    def _titled(self, at: int, title: Title) -> Region:
        level = self._levels.take(title.style)
        kind = BlockKind.OTHER if level is None else BlockKind.HEADING
        return Region(kind, at, at + title.length, title, level or 0)

    def _line(self, at: int) -> str:
        return self._lines[at] if at < self._count else ""
