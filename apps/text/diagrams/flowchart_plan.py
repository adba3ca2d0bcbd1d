"""Where everything in a flowchart stands.

Each labelled box is laid out by itself and is then one large item of what is around it, so boxes
never overlap and never hold what is not theirs. A link is laid out in the innermost box that holds
both of its ends.
"""

from dataclasses import dataclass, field
from itertools import pairwise

from apps.text.diagrams.flowchart import Edge, Flowchart
from apps.text.diagrams.layers import Layout, Link, Route, lay_out
from apps.text.diagrams.lettering import height, width
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.shapes import Frame, node_size

PADDING = 16.0
LOOP = 34.0
"""Room beside a node for a link to itself."""
_EMPTY = (60.0, 20.0)


@dataclass(frozen=True, slots=True)
class Course:
    """The way of a link between its ends: points on it and the middle of its words.

    It leaves the layer of its tail and enters that of its head at y if `is_vertical`, else at x.
    """

    edge: Edge
    is_vertical: bool
    points: tuple[tuple[float, float], ...]
    label: tuple[float, float] | None
    leaves: float
    enters: float

    def moved(self, dx: float, dy: float) -> "Course":
        """Return the same way elsewhere."""
        points = tuple((x + dx, y + dy) for x, y in self.points)
        label = (self.label[0] + dx, self.label[1] + dy) if self.label else None
        by = dy if self.is_vertical else dx
        along = self.leaves + by, self.enters + by
        return Course(self.edge, self.is_vertical, points, label, *along)


@dataclass(slots=True)
class Plan:
    """Frames of nodes and boxes by name, ways of links, links of nodes to themselves."""

    size: tuple[float, float]
    frames: dict[str, Frame] = field(default_factory=dict)
    courses: list[Course] = field(default_factory=list)
    loops: list[Edge] = field(default_factory=list)

    def take(self, other: "Plan", dx: float, dy: float) -> None:
        """Add what another plan holds, moved."""
        self.frames.update({name: frame.moved(dx, dy) for name, frame in other.frames.items()})
        self.courses.extend(course.moved(dx, dy) for course in other.courses)


def plan_of(chart: Flowchart) -> Plan:
    """Return the plan of a flowchart, its upper left corner at zero."""
    planner = _Planner(chart)
    plan = planner.plan("", chart.direction)
    plan.loops = planner.loops
    return plan


class _Planner:
    def __init__(self, chart: Flowchart) -> None:
        self._chart = chart
        self._members: dict[str, list[str]] = {name: [] for name in ("", *chart.groups)}
        self._links: dict[str, list[tuple[Edge, str, str]]] = {name: [] for name in self._members}
        self.loops: list[Edge] = []
        for name in (*chart.nodes, *chart.groups):
            path = ["", *chart.path_to(name)]
            for box, member in pairwise(path):
                if member not in self._members[box]:
                    self._members[box].append(member)
        for edge in chart.edges:
            self._assign(edge)

    def _assign(self, edge: Edge) -> None:
        if edge.tail == edge.head and edge.tail in self._chart.nodes:
            self.loops.append(edge)
            return
        tails, heads = self._chart.path_to(edge.tail), self._chart.path_to(edge.head)
        box = ""
        for tail, head in zip(tails, heads, strict=False):
            if tail != head:
                self._links[box].append((edge, tail, head))
                return
            box = tail
        raise NotDrawnError("one of its links joins a box with its own content")

    def plan(self, box: str, direction: str) -> Plan:
        """Return the plan of the content of a box."""
        names = self._members[box]
        if not names:
            return Plan(_EMPTY)
        inner = {name: self._framed(name, direction) for name in names if name in self._members}
        sizes = [inner[name].size if name in inner else self._size(name) for name in names]
        is_vertical = direction in ("TB", "BT")
        order = {name: at for at, name in enumerate(names)}
        links = [
            Link(order[tail], order[head], _room(edge, is_vertical=is_vertical))
            for edge, tail, head in self._links[box]
        ]
        layout = lay_out([size if is_vertical else size[::-1] for size in sizes], links)
        return self._put(box, direction, layout, sizes, inner)

    def _put(
        self,
        box: str,
        direction: str,
        layout: Layout,
        sizes: list[tuple[float, float]],
        inner: dict[str, Plan],
    ) -> Plan:
        turn = _Turn(direction, layout.size[1])
        plan = Plan(layout.size if turn.is_vertical else layout.size[::-1])
        for name, size, place in zip(self._members[box], sizes, layout.places, strict=True):
            frame = Frame(*turn.point(place), *size)
            plan.frames[name] = frame
            if name in inner:
                plan.take(inner[name], frame.left, frame.top)
            else:
                plan.frames[name] = Frame(frame.x, frame.y, *node_size(self._chart.nodes[name]))
        for (edge, _, _), route in zip(self._links[box], layout.routes, strict=True):
            plan.courses.append(turn.course(edge, route))
        return plan

    def _framed(self, name: str, direction: str) -> Plan:
        """Return the plan of a box with room for its frame and its label."""
        group = self._chart.groups[name]
        content = self.plan(name, group.direction or direction)
        head = PADDING + height(group.lines)
        wide = max(content.size[0], width(group.lines)) + 2 * PADDING
        plan = Plan((wide, content.size[1] + head + PADDING))
        plan.take(content, (wide - content.size[0]) / 2, head)
        return plan

    def _size(self, name: str) -> tuple[float, float]:
        w, h = node_size(self._chart.nodes[name])
        rooms = [LOOP + width(edge.lines) for edge in self.loops if edge.tail == name]
        return w + 2 * max(rooms, default=0), h


class _Turn:
    """Turns cross and main coordinates into x and y for a direction."""

    def __init__(self, direction: str, length: float) -> None:
        self.is_vertical = direction in ("TB", "BT")
        self._is_mirrored = direction in ("BT", "RL")
        self._length = length

    def main(self, value: float) -> float:
        return self._length - value if self._is_mirrored else value

    def point(self, at: tuple[float, float]) -> tuple[float, float]:
        main = self.main(at[1])
        return (at[0], main) if self.is_vertical else (main, at[0])

    def course(self, edge: Edge, route: Route) -> Course:
        label = self.point(route.label) if route.label else None
        points = tuple(map(self.point, route.points))
        along = self.main(route.leaves), self.main(route.enters)
        return Course(edge, self.is_vertical, points, label, *along)


def _room(edge: Edge, *, is_vertical: bool) -> tuple[float, float] | None:
    if not edge.lines:
        return None
    w, h = width(edge.lines) + 10, height(edge.lines) + 4
    return (w, h) if is_vertical else (h, w)
