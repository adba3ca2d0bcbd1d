"""What the script that draws a graph is given, and the legend of what is drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from apps.reader.graphs.listing import ListedNode, Listing
from apps.retrieval.graph.choosing import Choice
from apps.retrieval.graph.graph import EdgeKind, Graph, Node, NodeKind
from apps.retrieval.packs.pack import Pack, Reason

NODE_WORDS = {
    NodeKind.FOLDER: "Folders",
    NodeKind.DOCUMENT: "Documents",
    NodeKind.SECTION: "Sections",
    NodeKind.SYMBOL: "Code",
}
EDGE_WORDS = {
    EdgeKind.CONTAINS: "Contains",
    EdgeKind.CO_LOCATED: "Same folder",
    EdgeKind.LINK: "Links to",
    EdgeKind.MENTION: "Names",
}
REASON_WORDS = {
    Reason.SEED: "Seed",
    Reason.NEIGHBOUR: "Neighbour",
    Reason.LINK: "Link",
    Reason.CODE: "Code",
}


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """A kind that is drawn, in words, and how often."""

    kind: str
    words: str
    count: int


@dataclass(frozen=True, slots=True)
class Legend:
    """Only what is in the graph."""

    nodes: list[LegendEntry]
    edges: list[LegendEntry]
    reasons: list[LegendEntry]


def legend_of(graph: Graph, pack: Pack | None) -> Legend:
    """The legend of a graph and of the entries of a pack."""
    return Legend(
        entries((node.kind for node in graph.nodes), NODE_WORDS),
        entries((edge.kind for edge in graph.edges), EDGE_WORDS),
        entries((entry.reason for entry in (pack.entries if pack else ())), REASON_WORDS),
    )


def entries(kinds: Iterable[Any], words: Mapping[Any, str]) -> list[LegendEntry]:
    """An entry for each kind that occurs, in the order of the words."""
    found = list(kinds)
    counted = ((kind, text, found.count(kind)) for kind, text in words.items())
    return [LegendEntry(str(kind), text, count) for kind, text, count in counted if count]


def drawing_of(graph: Graph, listing: Listing, chosen: Mapping[str, Choice]) -> dict[str, Any]:
    """The graph as the script takes it: nodes as lists, edges by the numbers of their ends."""
    numbers = {node.id: number for number, node in enumerate(graph.nodes)}
    labels = {row.number: row.label for row in rows_of(listing)}
    return {
        "nodes": [
            node_data(node, labels.get(number, node.label), chosen.get(node.id))
            for number, node in enumerate(graph.nodes)
        ],
        "edges": [[numbers[e.source], numbers[e.target], e.kind.value] for e in graph.edges],
    }


def rows_of(listing: Listing) -> Iterable[ListedNode]:
    """The rows of documents, whose labels may differ from the nodes' own."""
    return (row for _, rows in listing.folders for row in rows)


def node_data(node: Node, label: str, choice: Choice | None) -> list[Any]:
    """Kind, label, size in bytes, and for a chosen node its reason and number."""
    told = [choice.reason.value, choice.number] if choice else []
    return [node.kind.value, label, node.size, *told]
