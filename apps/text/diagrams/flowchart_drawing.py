"""A planned flowchart as SVG."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from apps.text.diagrams import svg
from apps.text.diagrams.flowchart import Edge, Flowchart
from apps.text.diagrams.flowchart_plan import LOOP, PADDING, Course, plan_of
from apps.text.diagrams.heads import HEAD, end_sign
from apps.text.diagrams.lettering import height, width
from apps.text.diagrams.shapes import Frame, inset, outline

_MARGIN = 8.0
_PORT = 16.0
"""Distance of lines that leave a node on the same side."""


def draw_flowchart(chart: Flowchart, title: str) -> str:
    """Return the SVG of a flowchart."""
    return _Drawing(chart).svg(title)


@dataclass(slots=True)
class _Port:
    """Where a line meets a node: `aside` of the middle of a side, which the line comes from."""

    frame: Frame
    shape: str
    is_vertical: bool
    toward: tuple[float, float]
    aside: float = 0.0

    def is_far(self) -> bool:
        return self.toward[1] > self.frame.y if self.is_vertical else self.toward[0] > self.frame.x

    def point(self) -> svg.Point:
        sign = 1 if self.is_far() else -1
        gone = inset(self.shape, self.frame, self.aside, is_vertical=self.is_vertical)
        if self.is_vertical:
            return self.frame.x + self.aside, self.frame.y + sign * (self.frame.h / 2 - gone)
        return self.frame.x + sign * (self.frame.w / 2 - gone), self.frame.y + self.aside


class _Drawing:
    def __init__(self, chart: Flowchart) -> None:
        self._chart = chart
        self._plan = plan_of(chart)
        self._plan.size = self._plan.size[0] + 2 * _MARGIN, self._plan.size[1] + 2 * _MARGIN
        self._plan.frames = {
            name: frame.moved(_MARGIN, _MARGIN) for name, frame in self._plan.frames.items()
        }
        self._courses = [course.moved(_MARGIN, _MARGIN) for course in self._plan.courses]
        self._ports = [self._ends(course) for course in self._courses]
        self._spread()

    def svg(self, title: str) -> str:
        shown = [
            (course, ports)
            for course, ports in zip(self._courses, self._ports, strict=True)
            if course.edge.stroke != "hidden"
        ]
        parts = [
            *map(self._box, self._chart.groups),
            *(_line(course, *ports) for course, ports in shown),
            *map(self._loop, self._plan.loops),
            *map(self._node, self._chart.nodes),
            *(_label(course.edge.lines, course.label) for course, _ in shown if course.label),
        ]
        return svg.canvas(parts, *self._plan.size, title)

    def _ends(self, course: Course) -> tuple[_Port, _Port]:
        tail, head = self._plan.frames[course.edge.tail], self._plan.frames[course.edge.head]
        first = course.points[0] if course.points else (head.x, head.y)
        last = course.points[-1] if course.points else (tail.x, tail.y)
        return (
            _Port(tail, self._shape(course.edge.tail), course.is_vertical, first),
            _Port(head, self._shape(course.edge.head), course.is_vertical, last),
        )

    def _shape(self, name: str) -> str:
        return self._chart.nodes[name].shape if name in self._chart.nodes else "box"

    def _spread(self) -> None:
        """Let lines that meet a node on the same side meet it side by side."""
        sides: dict[tuple[str, bool, bool], list[_Port]] = defaultdict(list)
        for course, ports in zip(self._courses, self._ports, strict=True):
            for name, port in zip((course.edge.tail, course.edge.head), ports, strict=True):
                sides[name, port.is_vertical, port.is_far()].append(port)
        for (_, is_vertical, _), ports_there in sides.items():
            ports_there.sort(key=lambda port: port.toward[0 if port.is_vertical else 1])
            frame = ports_there[0].frame
            room = 0.7 * (frame.w if is_vertical else frame.h)
            step = min(_PORT, room / len(ports_there))
            for at, port in enumerate(ports_there):
                port.aside = step * (at - (len(ports_there) - 1) / 2)

    def _box(self, name: str) -> str:
        frame, lines = self._plan.frames[name], self._chart.groups[name].lines
        body = svg.rectangle(frame.left, frame.top, frame.w, frame.h, "diagram-box", radius=6)
        at = frame.x, frame.top + (PADDING + height(lines)) / 2
        return body + svg.words(lines, at, "diagram-text diagram-heading")

    def _node(self, name: str) -> str:
        node, frame = self._chart.nodes[name], self._plan.frames[name]
        lower = 5 if node.shape == "cylinder" else 0
        return outline(node.shape, frame) + svg.words(node.lines, (frame.x, frame.y + lower))

    def _loop(self, edge: Edge) -> str:
        frame = self._plan.frames[edge.tail]
        right = frame.left + frame.w
        start, tip = (right, frame.y - 7), (right + 1, frame.y + 7)
        out = right + LOOP - 8
        ways = f"M{svg.pair(start)}C{svg.pair((out, frame.y - 16))} {svg.pair((out, frame.y + 16))}"
        line = svg.path(f"{ways} {svg.pair((right + HEAD, frame.y + 7))}", _stroke(edge))
        label = _label(edge.lines, (out + width(edge.lines) / 2, frame.y)) if edge.lines else ""
        return line + end_sign(edge.head_end, tip, (-1, 0)) + label


def _stroke(edge: Edge) -> str:
    return f"diagram-line diagram-{edge.stroke}"


def _line(course: Course, tail: _Port, head: _Port) -> str:
    """Draw a link: straight along layers, curved between them, with signs at its ends."""
    start, end = tail.point(), head.point()
    axis = (0, 1) if course.is_vertical else (1, 0)
    out = 1 if tail.is_far() else -1
    back = 1 if head.is_far() else -1
    first = _pushed(start, axis, out * HEAD if course.edge.tail_end else 0)
    last = _pushed(end, axis, back * HEAD if course.edge.head_end else 0)
    points = [first, *_layer_end(first, course.leaves, out, course)]
    points += course.points
    points += [*_layer_end(last, course.enters, back, course), last]
    signs = end_sign(course.edge.tail_end, start, (-out * axis[0], -out * axis[1]))
    signs += end_sign(course.edge.head_end, end, (-back * axis[0], -back * axis[1]))
    return svg.path(_curve(points, is_vertical=course.is_vertical), _stroke(course.edge)) + signs


def _pushed(at: svg.Point, axis: tuple[int, int], by: float) -> svg.Point:
    return at[0] + axis[0] * by, at[1] + axis[1] * by


def _layer_end(at: svg.Point, edge: float, sign: int, course: Course) -> list[svg.Point]:
    """Return where a line that begins at a low node passes the end of its layer."""
    main = at[1] if course.is_vertical else at[0]
    if (edge - main) * sign <= 1:
        return []
    return [(at[0], edge) if course.is_vertical else (edge, at[1])]


def _curve(points: list[svg.Point], *, is_vertical: bool) -> str:
    commands = [f"M{svg.pair(points[0])}"]
    for start, end in pairwise(points):
        side, main = (0, 1) if is_vertical else (1, 0)
        if abs(start[side] - end[side]) < 0.5 or abs(start[main] - end[main]) < 0.5:
            commands.append(f"L{svg.pair(end)}")
            continue
        middle = (start[main] + end[main]) / 2
        first = (start[0], middle) if is_vertical else (middle, start[1])
        second = (end[0], middle) if is_vertical else (middle, end[1])
        commands.append(f"C{svg.pair(first)} {svg.pair(second)} {svg.pair(end)}")
    return "".join(commands)


def _label(lines: tuple[str, ...], at: svg.Point) -> str:
    w, h = width(lines) + 6, height(lines)
    ground = svg.rectangle(at[0] - w / 2, at[1] - h / 2, w, h, "diagram-ground", radius=3)
    return ground + svg.words(lines, at)
