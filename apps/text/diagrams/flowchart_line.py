"""One line of a flowchart: nodes and the links between them (`A & B -->|yes| C[Words]`)."""

import re
from dataclasses import dataclass

from apps.text.diagrams.flowchart import MOST_EDGES, MOST_NODES, Edge, Flowchart, Node
from apps.text.diagrams.lettering import lettered
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.statements import Statement

_NAME = re.compile(r"[^\W](?:\w|[-./](?=\w))*")
_CLASS = re.compile(r":::[\w-]+")
_SHAPES = (
    ("(((", ((")))", "double"),)),
    ("((", (("))", "circle"),)),
    ("([", (("])", "stadium"),)),
    ("[[", (("]]", "subroutine"),)),
    ("[(", ((")]", "cylinder"),)),
    ("[/", (("/]", "lean-right"), ("\\]", "trapezoid"))),
    ("[\\", (("\\]", "lean-left"), ("/]", "funnel"))),
    ("{{", (("}}", "hexagon"),)),
    ("[", (("]", "box"),)),
    ("(", ((")", "round"),)),
    ("{", (("}", "diamond"),)),
    (">", (("]", "flag"),)),
)
"""How each shape opens and closes, longer signs first."""
_LINK = re.compile(r"([<xo]?)(--+(?=[->xo])|-\.+-|==+(?=[=>xo])|~~~+)([->xo=]?)")
_WORDED = re.compile(r"([<xo]?)(--|-\.|==)(?![-=])")
_CLOSING = {
    "--": re.compile(r"--+([->xo])"),
    "-.": re.compile(r"\.+-([>xo]?)"),
    "==": re.compile(r"==+([=>xo])"),
}
_STROKES = {"--": "solid", "-.": "dotted", "==": "thick", "~~": "hidden"}
_ENDS = {"<": "arrow", ">": "arrow", "x": "cross", "o": "circle"}


def read_chain(statement: Statement, chart: Flowchart, boxes: list[str]) -> None:
    """Add the nodes and links of a line to a flowchart; `boxes` are those open around it."""
    _Chain(statement, chart, boxes).read()


@dataclass(frozen=True, slots=True)
class _Link:
    lines: tuple[str, ...]
    stroke: str
    ends: tuple[str, str]


class _Chain:
    def __init__(self, statement: Statement, chart: Flowchart, boxes: list[str]) -> None:
        self._text = statement.text
        self._line = statement.line
        self._chart = chart
        self._boxes = boxes
        self._at = 0

    def read(self) -> None:
        tails = self._nodes()
        while self._at < len(self._text):
            link = self._link()
            heads = self._nodes()
            for tail in tails:
                for head in heads:
                    self._join(tail, head, link)
            tails = heads

    def _join(self, tail: str, head: str, link: _Link) -> None:
        if len(self._chart.edges) > MOST_EDGES:
            raise NotDrawnError("it is too large")
        self._chart.edges.append(Edge(tail, head, link.lines, link.stroke, *link.ends))

    def _nodes(self) -> list[str]:
        names = [self._node()]
        while self._text.startswith("&", self._at):
            self._at += 1
            names.append(self._node())
            if len(names) > MOST_NODES:
                raise NotDrawnError("it is too large")
        return names

    def _node(self) -> str:
        self._skip_space()
        found = _NAME.match(self._text, self._at)
        if found is None:
            raise self._refusal()
        self._at = found.end()
        node = self._chart.nodes.get(found[0])
        if node is None:
            node = self._chart.nodes[found[0]] = Node(found[0], lettered(found[0]))
        self._shape(node)
        if mark := _CLASS.match(self._text, self._at):
            self._at = mark.end()
        self._enter_box(node)
        self._skip_space()
        return node.name

    def _enter_box(self, node: Node) -> None:
        """A node stands in the first box that names it, or in one inside of that."""
        if self._boxes and (not node.group or node.group in self._boxes):
            node.group = self._boxes[-1]

    def _shape(self, node: Node) -> None:
        for opening, closings in _SHAPES:
            if not self._text.startswith(opening, self._at):
                continue
            start = self._at + len(opening)
            for closing, shape in closings:
                words, end = self._words(start, closing)
                if end >= 0:
                    node.lines, node.shape, self._at = lettered(words), shape, end
                    return

    def _words(self, start: int, closing: str) -> tuple[str, int]:
        """Return the words up to a closing sign and the place behind it, or -1 without one."""
        quoted = re.compile(r'\s*"([^"]*)"\s*').match(self._text, start)
        if quoted is not None:
            is_closed = self._text.startswith(closing, quoted.end())
            return quoted[1], quoted.end() + len(closing) if is_closed else -1
        end = self._text.find(closing, start)
        words = self._text[start : max(end, start)]
        is_plain = end >= 0 and not any(sign in words for sign in '"[]{}')
        return words, end + len(closing) if is_plain else -1

    def _link(self) -> _Link:
        found = _LINK.match(self._text, self._at)
        if found is not None:
            self._at = found.end()
            return _Link(self._label(), _STROKES[found[2][:2]], _ends(found[1], found[3]))
        begun = _WORDED.match(self._text, self._at)
        closed = _CLOSING[begun[2]].search(self._text, begun.end()) if begun else None
        if begun is None or closed is None:
            raise self._refusal()
        words = self._text[begun.end() : closed.start()].strip().strip('"')
        self._at = closed.end()
        return _Link(lettered(words), _STROKES[begun[2]], _ends(begun[1], closed[1]))

    def _label(self) -> tuple[str, ...]:
        self._skip_space()
        if not self._text.startswith("|", self._at):
            return ()
        end = self._text.find("|", self._at + 1)
        if end < 0:
            raise self._refusal()
        words = self._text[self._at + 1 : end].strip().strip('"')
        self._at = end + 1
        return lettered(words)

    def _skip_space(self) -> None:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1

    def _refusal(self) -> NotDrawnError:
        return NotDrawnError(f"line {self._line} of it is not understood")


def _ends(tail: str, head: str) -> tuple[str, str]:
    return _ENDS.get(tail, ""), _ENDS.get(head, "")
