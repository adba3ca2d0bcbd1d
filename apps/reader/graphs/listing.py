"""The list that says what the drawing shows: nodes by folder, with what hangs on each."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.collections.models import Collection
from apps.reader.graphs.addresses import graph_url, node_url
from apps.reader.repos.tree import shown_title
from apps.repos.models import Repository
from apps.retrieval.graph.assembly import FEW_DOCUMENTS
from apps.retrieval.graph.choosing import Choice
from apps.retrieval.graph.graph import EdgeKind, Graph, Node, NodeKind

# Beyond that a row says how many more there are.
MOST_NAMED = 12


@dataclass(slots=True)
class Named:
    """The other ends of a node's edges: the first of them, and how many there are."""

    rows: "list[ListedNode]" = field(default_factory=list)
    total: int = 0

    def add(self, row: "ListedNode") -> None:
        """One more, named while there are few."""
        self.total += 1
        if len(self.rows) < MOST_NAMED:
            self.rows.append(row)

    @property
    def more(self) -> int:
        """How many have no row."""
        return self.total - len(self.rows)


@dataclass(slots=True)
class ListedNode:
    """A node as a row; ``number`` is its place in the drawing's data, ``level`` that of a section.

    ``graph`` is the page on which its sections are shown, where they are not anyway.
    """

    number: int
    node: Node
    label: str
    url: str
    choice: Choice | None = None
    graph: str = ""
    level: int = 0
    sections: "list[ListedNode]" = field(default_factory=list)
    links_to: Named = field(default_factory=Named)
    linked_from: Named = field(default_factory=Named)
    code: Named = field(default_factory=Named)
    named_in: Named = field(default_factory=Named)

    @property
    def has_more(self) -> bool:
        """Whether there is something to unfold."""
        named = (self.links_to, self.linked_from, self.code, self.named_in)
        return bool(self.sections) or any(one.total for one in named)


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows of a graph: documents by folder, the code they name, and what a pack chose."""

    folders: list[tuple[Node, list[ListedNode]]]
    symbols: list[ListedNode]
    chosen: list[ListedNode]


def list_nodes(
    source: Collection | Repository, graph: Graph, chosen: Mapping[str, Choice], *, opened: str
) -> Listing:
    """The rows of a graph; ``opened`` is the path or key of the file whose sections are shown."""
    rows = {
        node.id: listed(source, number, node, chosen.get(node.id))
        for number, node in enumerate(graph.nodes)
    }
    hang(rows, graph)
    if len(of_kind(rows, NodeKind.DOCUMENT)) > FEW_DOCUMENTS:
        for row in of_kind(rows, NodeKind.DOCUMENT):
            row.graph = graph_url(row.node.mark) if row.node.path != opened else ""
    inside: dict[str, list[ListedNode]] = {}
    for row in of_kind(rows, NodeKind.DOCUMENT):
        inside.setdefault(row.node.folder, []).append(row)
    folders = [
        (row.node, inside[row.node.path])
        for row in of_kind(rows, NodeKind.FOLDER)
        if row.node.path in inside
    ]
    picked = [row for row in rows.values() if row.choice and row.node.kind != NodeKind.SECTION]
    picked.sort(key=lambda row: row.choice.number if row.choice else 0)
    return Listing(folders, of_kind(rows, NodeKind.SYMBOL), picked)


def listed(
    source: Collection | Repository, number: int, node: Node, choice: Choice | None
) -> ListedNode:
    """One row, nothing hanging on it yet."""
    is_document = node.kind is NodeKind.DOCUMENT
    label = shown_title(node.label, node.path) if is_document else node.label
    return ListedNode(number, node, label or node.path, node_url(source, node), choice)


def hang(rows: Mapping[str, ListedNode], graph: Graph) -> None:
    """Give each row what its edges lead to; what a section names counts for its document too."""
    documents = {
        row.node.document_id: row for row in rows.values() if row.node.kind is NodeKind.DOCUMENT
    }
    above = {edge.target: edge.source for edge in graph.edges if edge.kind is EdgeKind.CONTAINS}
    for row in of_kind(rows, NodeKind.SECTION):
        row.level = rows[above[row.node.id]].level + 1
        documents[row.node.document_id].sections.append(row)
    seen: set[tuple[int, int]] = set()
    for edge in graph.edges:
        source, target = rows[edge.source], rows[edge.target]
        if edge.kind is EdgeKind.LINK:
            source.links_to.add(target)
            target.linked_from.add(source)
        elif edge.kind is EdgeKind.MENTION:
            target.named_in.add(source)
            document = documents[source.node.document_id]
            if (document.number, target.number) not in seen:
                document.code.add(target)
            seen.add((document.number, target.number))


def of_kind(rows: Mapping[str, ListedNode], kind: NodeKind) -> list[ListedNode]:
    """The rows of one kind, in their order."""
    return [row for row in rows.values() if row.node.kind is kind]
