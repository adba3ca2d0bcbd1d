"""Flowcharts as Mermaid writes them; only what is fully understood is read."""

import re

from apps.text.diagrams.flowchart import DEEPEST, MOST_EDGES, MOST_NODES, Flowchart, Group
from apps.text.diagrams.flowchart_line import read_chain
from apps.text.diagrams.lettering import lettered
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.statements import Statement

_HEAD = re.compile(r"(?:graph|flowchart)(?:[ \t]+(TD|TB|BT|LR|RL))?[ \t]*(?:;|\Z)")
_SUBGRAPH = re.compile(r'subgraph[ \t]+(?:([\w.-]+)[ \t]*\[(.*)\]|"([^"]*)"|([^"\[\]]+))\Z')
_DIRECTION = re.compile(r"direction[ \t]+(TD|TB|BT|LR|RL)\Z")
_LOOKS = re.compile(
    r"(?:classDef|class|style|linkStyle|click)[ \t]+[\w\"]|acc(?:Title|Descr)[ \t]*:"
)
"""Statements about colours and clicks, which our drawings leave to the page's own theme."""


def is_flowchart(head: str) -> bool:
    """Tell whether a diagram's first line begins a flowchart."""
    return _HEAD.match(head) is not None


def read_flowchart(statements: list[Statement]) -> Flowchart:
    """Return the flowchart; `NotDrawnError` names the line that is not understood."""
    return _Reader(statements).flowchart()


class _Reader:
    def __init__(self, statements: list[Statement]) -> None:
        head = _HEAD.match(statements[0].text)
        if head is None:
            raise NotDrawnError("its first line is not understood")
        self._chart = Flowchart(_direction(head[1] or "TB"))
        rest = statements[0].text[head.end() :].strip()
        first = [Statement(statements[0].line, rest)] if rest else []
        self._statements = _whole([*first, *statements[1:]])
        self._open: list[str] = []

    def flowchart(self) -> Flowchart:
        for statement in self._statements:
            for part in _parts(statement.text):
                self._read(Statement(statement.line, part))
            self._check_size()
        if self._open:
            raise NotDrawnError("one of its boxes is not closed")
        self._forget_names_of_boxes()
        return self._chart

    def _read(self, statement: Statement) -> None:
        text = statement.text
        direction = _DIRECTION.match(text)
        if _LOOKS.match(text):
            return
        if text == "end" and self._open:
            self._open.pop()
        elif direction is not None and self._open:
            self._chart.groups[self._open[-1]].direction = _direction(direction[1])
        elif re.match(r"subgraph\b", text):
            self._open_box(statement)
        else:
            read_chain(statement, self._chart, self._open)

    def _open_box(self, statement: Statement) -> None:
        found = _SUBGRAPH.match(statement.text)
        name = (found[1] or found[3] or found[4]).strip() if found else f"#{statement.line}"
        label = "" if found is None else (found[2] or name).strip().strip('"')
        # A title of several words is no name that a link could use, and may come twice.
        name = f"#{statement.line}" if " " in name else name
        if (found is None and statement.text != "subgraph") or name in self._chart.groups:
            raise NotDrawnError(f"line {statement.line} of it is not understood")
        parent = self._open[-1] if self._open else ""
        self._chart.groups[name] = Group(name, lettered(label), parent)
        self._open.append(name)
        if len(self._open) > DEEPEST:
            raise NotDrawnError("it has too many boxes inside of each other")

    def _check_size(self) -> None:
        shapes = len(self._chart.nodes) + len(self._chart.groups)
        if shapes > MOST_NODES or len(self._chart.edges) > MOST_EDGES:
            raise NotDrawnError("it is too large")

    def _forget_names_of_boxes(self) -> None:
        for name in self._chart.groups:
            self._chart.nodes.pop(name, None)
        if not self._chart.nodes:
            raise NotDrawnError("there is nothing in it")


def _direction(written: str) -> str:
    return "TB" if written == "TD" else written


def _whole(statements: list[Statement]) -> list[Statement]:
    """Join the lines of quoted words that go over several."""
    whole: list[Statement] = []
    is_quoted = False
    for statement in statements:
        if is_quoted:
            begun = whole.pop()
            whole.append(Statement(begun.line, f"{begun.text}\n{statement.text}"))
        else:
            whole.append(statement)
        is_quoted ^= statement.text.count('"') % 2 == 1
    return whole


def _parts(text: str) -> list[str]:
    """Split a line at its semicolons, but not inside of quotes or behind an entity's name."""
    parts = re.findall(r'(?:"[^"]*"|#\w{1,12};|[^;"]|")+', text)
    return [part.strip() for part in parts if part.strip()]
