"""How much work docutils may have with one document.

docutils takes forty times as long as the parser here, and with some inputs the square of that.
The work is counted, not timed, so that a document looks the same on every machine and every day.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from docutils import nodes, utils
from docutils.frontend import Values

MOST_STEPS = 10_000
"""Lines that docutils' state machines may look at, each as often as it is looked at, and a quarter
of the characters that may begin or end inline markup."""
_LINES_OF_A_DEAR_STEP = 10_000
_LONGEST_SEARCH = 3_000_000
"""Characters of one paragraph times those that may begin markup: each is looked for to the end."""
LONGEST_LINE = 20_000
_MOST_REPEATED = 200
"""Targets and substitutions whose name is taken already."""
_MOST_TARGETS = 500
_MOST_GRID_WORK = 2_000_000
"""Squares of the lines of all grid tables; what is drawn wrongly is searched again and again."""
_MOST_CORNERS = 6_000
"""Plus signs of all grid tables: about two for each cell, and a cell is dear."""

_TARGET = re.compile(r"\s*\.\. _[^:]+:\s*\Z")


class TooMuchWorkError(Exception):
    """docutils would take too long over the document."""


class MeteredDocument(nodes.document):
    """A tree that counts the steps of the machines that fill it, and ends them when it must."""

    steps = 0
    cost = 1

    def note_source(self, source: str, offset: int) -> None:
        """Take note of the line that is looked at. Raises TooMuchWorkError."""
        self._take(self.cost)
        super().note_source(source, offset)

    def note_text(self, text: str) -> None:
        """Take note of running text that is read for inline markup. Raises TooMuchWorkError."""
        marks = sum(map(text.count, "*`_|"))
        if marks * len(text) > _LONGEST_SEARCH:
            raise TooMuchWorkError
        self._take(marks // 4)

    def _take(self, steps: int) -> None:
        self.steps += steps
        if self.steps > MOST_STEPS:
            raise TooMuchWorkError


def metered_document(settings: Values, line_count: int) -> MeteredDocument:
    """Return an empty tree to be filled by docutils from so many lines, within the limit.

    The lines that follow are copied at the start of each list, so many of them make a step dear.
    """
    reporter = utils.new_reporter("document", settings)
    document = MeteredDocument(settings, reporter, source="document")
    document.cost += line_count // _LINES_OF_A_DEAR_STEP
    return document


def check_effort(source: str) -> None:
    """Refuse what takes the square of its size, before anybody reads it.

    Raises TooMuchWorkError for endless lines, names given again and again, very many targets
    without an address, and very long grid tables.
    """
    lines = source.splitlines()
    if max(map(len, lines), default=0) > LONGEST_LINE or _has_dear_grids(lines):
        raise TooMuchWorkError
    names = [line.partition(":")[0] for line in lines if line.startswith((".. _", ".. |"))]
    if len(names) - len(set(names)) > _MOST_REPEATED:
        raise TooMuchWorkError
    if sum(_TARGET.match(line) is not None for line in lines if ".. _" in line) > _MOST_TARGETS:
        raise TooMuchWorkError


def _has_dear_grids(lines: Sequence[str]) -> bool:
    drawn: Any = groupby(map(str.lstrip, lines), key=lambda line: line[:1] in {"+", "|"})
    tables = [list(run) for is_grid, run in drawn if is_grid]
    corners = sum(line.count("+") for table in tables for line in table if line[0] == "+")
    return corners > _MOST_CORNERS or sum(len(t) ** 2 for t in tables) > _MOST_GRID_WORK
