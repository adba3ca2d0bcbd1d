"""The cells of AsciiDoc tables (docs.asciidoctor.org, "Tables")."""

import csv
import re
from collections.abc import Sequence

from apps.text.formats.asciidoc.attributes import BlockAttributes
from apps.text.formats.nodes import MOST_CELLS, Cell, filled_rows

_SPEC = r"(?:([0-9]{1,3})(?:\.[0-9]{1,3})?([*+])|\.[0-9]{1,3}\+)?(?:[<^>]?(?:\.[<^>])?)[adehlmsv]?"
_BARS = {
    bar: re.compile(rf"(?:(?<=\s)|^)({_SPEC})(?<!\\){re.escape(bar)}|(?<!\\){re.escape(bar)}")
    for bar in "|!"
}


def table_rows(
    lines: Sequence[str], first: int, delimiter: str, attributes: BlockAttributes
) -> tuple[tuple[tuple[Cell, ...], ...], int]:
    """Return the rows of the lines between two delimiters, and how many of them are header.

    `first` is the number of the first line. Without `cols` the cells of the first line that has
    any give the number of columns. A cell over several columns is followed by empty ones.
    """
    kind = attributes.values.get("format", "")
    separator = {",": ",", ":": ":"}.get(delimiter[0]) or {"csv": ",", "dsv": ":"}.get(kind)
    if separator:
        rows = _separated(lines, first, separator)
        width = attributes.columns or max(map(len, rows), default=0)
    else:
        bar = "!" if delimiter[0] == "!" else attributes.values.get("separator", "|")
        cells, by_line = _cells(lines, first, _BARS.get(bar, _BARS["|"]))
        width = attributes.columns or by_line or 1
        rows = [tuple(cells[at : at + width]) for at in range(0, len(cells), width)]
    filled = filled_rows(rows, width)
    return filled, int(bool(filled) and _has_header(lines, attributes))


def _has_header(lines: Sequence[str], attributes: BlockAttributes) -> bool:
    """Tell whether the first row is a header: said so, or a first line before a blank one."""
    if "header" in attributes.options:
        return True
    if "noheader" in attributes.options or len(lines) < 3:
        return False
    return bool(lines[0]) and not lines[1]


def _cells(lines: Sequence[str], first: int, bar: re.Pattern[str]) -> tuple[list[Cell], int]:
    """Return the cells, and how many of them the first line with any has."""
    cells: list[Cell] = []
    by_line = 0
    for number, line in enumerate(lines, first):
        marks = list(bar.finditer(line)) if len(cells) < MOST_CELLS else []
        before = line[: marks[0].start()] if marks else line
        if cells and before.strip():
            last = cells[-1]
            cells[-1] = Cell(f"{last.text}\n{_plain(before)}".lstrip("\n"), last.line)
        for place, mark in enumerate(marks):
            end = marks[place + 1].start() if place + 1 < len(marks) else len(line)
            text = _plain(line[mark.end() : end])
            count = min(int(mark[2] or 1), 64) if mark[1] else 1
            is_copied = mark[1] is not None and mark[3] == "*"
            cells.append(Cell(text, number))
            cells.extend([Cell(text if is_copied else "", number)] * (count - 1))
        by_line = by_line or len(cells)
    return cells, by_line


def _separated(lines: Sequence[str], first: int, separator: str) -> list[tuple[Cell, ...]]:
    """Return the rows of comma- or colon-separated values; damaged ones are cut at each sign."""
    rows: list[tuple[Cell, ...]] = []
    for number, line in enumerate(lines, first):
        if line:
            try:
                values = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
            except csv.Error:
                values = line.split(separator)
            rows.append(tuple(Cell(value.strip(), number) for value in values[:100]))
    return rows


def _plain(text: str) -> str:
    return text.replace("\\|", "|").strip()
