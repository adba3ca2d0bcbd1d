"""Grid tables and simple tables: where they end and what their cells say."""

from itertools import pairwise

from apps.text.rst.patterns import SIMPLE_BORDER

_Rows = list[tuple[str, ...]]


def grid_table_end(lines: list[str], at: int) -> int:
    """Return the line behind a grid table that starts at line `at`."""
    while at < len(lines) and lines[at][:1] in {"+", "|"}:
        at += 1
    return at


def simple_table_end(lines: list[str], at: int) -> int:
    """Return the line behind a simple table that starts at line `at`.

    It ends with its second border after the top, or with a border before a blank line; a table
    without a bottom ends at the first blank line.
    """
    borders = 0
    for index in range(at + 1, len(lines)):
        if SIMPLE_BORDER.match(lines[index]):
            borders += 1
            is_last = index + 1 == len(lines) or not lines[index + 1]
            if borders == 2 or is_last or len(lines[index]) != len(lines[at]):
                return index + 1
    while at < len(lines) and lines[at]:
        at += 1
    return at


def table_cells(lines: list[str]) -> tuple[tuple[str, ...], _Rows]:
    """Return header and rows of a table's lines; a table without header gives an empty one.

    Cells that span columns or rows are cut at the columns of the top border.
    """
    return _grid_cells(lines) if lines[0].startswith("+") else _simple_cells(lines)


def _simple_cells(lines: list[str]) -> tuple[tuple[str, ...], _Rows]:
    columns = _runs(lines[0])
    groups: list[list[list[str]]] = [[]]
    for line in lines[1:-1]:
        if SIMPLE_BORDER.match(line):
            groups.append([])
            continue
        if not line or not line.strip(" -"):
            continue
        cells = [line[start:end].strip() for start, end in columns]
        rows = groups[-1]
        if cells[0] or not rows:
            rows.append(cells)
        else:
            rows[-1] = [_glue(a, b) for a, b in zip(rows[-1], cells, strict=True)]
    header = groups[0] if len(groups) > 1 else []
    body = groups[-1]
    return _first_row(header), [tuple(row) for row in body]


def _grid_cells(lines: list[str]) -> tuple[tuple[str, ...], _Rows]:
    edges = [index for index, char in enumerate(lines[0]) if char == "+"]
    columns = list(pairwise(edges))
    rows: _Rows = []
    header: tuple[str, ...] = ()
    current = [""] * len(columns)
    for line in lines[1:]:
        if line.startswith("+") and set(line) <= set("+-= "):
            if any(current):
                rows.append(tuple(current))
            current = [""] * len(columns)
            if "=" in line and not header and rows:
                header, rows = rows[0], rows[1:]
            continue
        for index, (start, end) in enumerate(columns):
            current[index] = _glue(current[index], line[start + 1 : end].strip(" |"))
    return header, rows


def _runs(border: str) -> list[tuple[int, int | None]]:
    """Return the column ranges of a simple table's border; the last one is open."""
    starts = [i for i, char in enumerate(border) if char == "=" and border[i - 1 : i] != "="]
    ends: list[int | None] = [*starts[1:], None]
    return list(zip(starts, ends, strict=True))


def _first_row(rows: list[list[str]]) -> tuple[str, ...]:
    if not rows:
        return ()
    merged = rows[0]
    for row in rows[1:]:
        merged = [_glue(a, b) for a, b in zip(merged, row, strict=True)]
    return tuple(merged)


def _glue(first: str, second: str) -> str:
    return f"{first} {second}".strip()
