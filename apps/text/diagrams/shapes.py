"""The shapes of a flowchart's nodes: their size, their outline, and where a line meets it."""

from collections.abc import Callable
from dataclasses import dataclass

from apps.text.diagrams import svg
from apps.text.diagrams.flowchart import Node
from apps.text.diagrams.lettering import height, width

KIND = "diagram-node"
_SLANT = 16.0
_NOTCH = 12.0
_ROOM = {
    "box": (28, 20),
    "round": (28, 20),
    "stadium": (40, 20),
    "subroutine": (44, 20),
    "cylinder": (28, 38),
    "hexagon": (52, 20),
    "flag": (46, 20),
}
"""What each shape adds to its words, in width and height; the slanted ones take the last line."""
_SLANTED = (60, 20)


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle by its middle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        """The least x."""
        return self.x - self.w / 2

    @property
    def top(self) -> float:
        """The least y."""
        return self.y - self.h / 2

    def moved(self, dx: float, dy: float) -> "Frame":
        """Return the same rectangle elsewhere."""
        return Frame(self.x + dx, self.y + dy, self.w, self.h)


def node_size(node: Node) -> tuple[float, float]:
    """Return the width and height that a node's words and shape need."""
    w, h = width(node.lines), max(height(node.lines), 19)
    if node.shape in ("circle", "double"):
        across = (w * w + h * h) ** 0.5 + (24 if node.shape == "double" else 16)
        return across, across
    if node.shape == "diamond":
        return 1.6 * w + 34, 2.2 * h + 26
    more_w, more_h = _ROOM.get(node.shape, _SLANTED)
    return max(w + more_w, 46), h + more_h


def inset(shape: str, frame: Frame, aside: float, *, is_vertical: bool) -> float:
    """Return how far inside of the frame's side the outline is, `aside` from its middle."""
    across, along = (frame.w, frame.h) if is_vertical else (frame.h, frame.w)
    share = min(1.0, abs(aside) / (across / 2))
    if shape == "diamond":
        return float(along / 2 * share)
    if shape in ("circle", "double"):
        return float(along / 2 * (1 - (1 - share * share) ** 0.5))
    if is_vertical:
        return 0.0
    if shape == "stadium":
        return float(across / 2 * (1 - (1 - share * share) ** 0.5))
    if shape == "hexagon":
        return _SLANT * share
    return 0.0 if shape in _ROOM else _SLANT / 2


def outline(shape: str, frame: Frame) -> str:
    """Return the SVG of a node's shape."""
    if shape in ("circle", "double"):
        rings = svg.circle((frame.x, frame.y), frame.w / 2, KIND)
        if shape == "double":
            rings += svg.circle((frame.x, frame.y), frame.w / 2 - 5, KIND)
        return rings
    if shape == "cylinder":
        return _cylinder(frame)
    corners = _CORNERS.get(shape)
    if corners is not None:
        return svg.polygon(_at(frame, corners(frame.w / 2, frame.h / 2)), KIND)
    radius = {"round": 8.0, "stadium": frame.h / 2}.get(shape, 3.0)
    body = svg.rectangle(frame.left, frame.top, frame.w, frame.h, KIND, radius=radius)
    if shape == "subroutine":
        for x in (frame.left + 8, frame.left + frame.w - 8):
            body += svg.segment((x, frame.top), (x, frame.top + frame.h), KIND)
    return body


Corners = list[tuple[float, float]]
_CORNERS: dict[str, Callable[[float, float], Corners]] = {
    "diamond": lambda x, y: [(0, -y), (x, 0), (0, y), (-x, 0)],
    "hexagon": lambda x, y: [
        *((_SLANT - x, -y), (x - _SLANT, -y), (x, 0)),
        *((x - _SLANT, y), (_SLANT - x, y), (-x, 0)),
    ],
    "lean-right": lambda x, y: [(_SLANT - x, -y), (x, -y), (x - _SLANT, y), (-x, y)],
    "lean-left": lambda x, y: [(-x, -y), (x - _SLANT, -y), (x, y), (_SLANT - x, y)],
    "trapezoid": lambda x, y: [(_SLANT - x, -y), (x - _SLANT, -y), (x, y), (-x, y)],
    "funnel": lambda x, y: [(-x, -y), (x, -y), (x - _SLANT, y), (_SLANT - x, y)],
    "flag": lambda x, y: [(-x, -y), (x, -y), (x, y), (-x, y), (_NOTCH - x, 0)],
}


def _at(frame: Frame, corners: Corners) -> Corners:
    return [(frame.x + x, frame.y + y) for x, y in corners]


def _cylinder(frame: Frame) -> str:
    left, right = svg.number(frame.left), svg.number(frame.left + frame.w)
    top, bottom = svg.number(frame.top + 8), svg.number(frame.top + frame.h - 8)
    arc = f"A{svg.number(frame.w / 2)},8 0 0"
    body = f"M{left},{top}{arc} 1 {right},{top}V{bottom}{arc} 1 {left},{bottom}Z"
    return svg.path(body, KIND) + svg.path(f"M{left},{top}{arc} 0 {right},{top}", KIND)
