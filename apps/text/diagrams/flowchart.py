"""What a flowchart says, however it is laid out."""

from dataclasses import dataclass, field

MOST_NODES = 60
MOST_EDGES = 150
DEEPEST = 6
"""Boxes inside of boxes."""


@dataclass(slots=True)
class Node:
    """A shape with words in it; `group` is the innermost box around it, empty for none."""

    name: str
    lines: tuple[str, ...]
    shape: str = "box"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A line between two nodes or boxes.

    `stroke` is solid, dotted, thick or hidden; each end is empty, arrow, cross or circle.
    """

    tail: str
    head: str
    lines: tuple[str, ...]
    stroke: str
    tail_end: str
    head_end: str


@dataclass(slots=True)
class Group:
    """A labelled box around nodes and other boxes; `parent` is empty for an outermost one."""

    name: str
    lines: tuple[str, ...]
    parent: str
    direction: str = ""


@dataclass(slots=True)
class Flowchart:
    """Nodes and boxes by their names, in the order of their first mention."""

    direction: str
    nodes: dict[str, Node] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    groups: dict[str, Group] = field(default_factory=dict)

    def path_to(self, name: str) -> list[str]:
        """Return the names of the boxes around a node or box, outermost first, then its own."""
        found = [name]
        above = self.nodes[name].group if name in self.nodes else self.groups[name].parent
        while above:
            found.append(above)
            above = self.groups[above].parent
        return found[::-1]
