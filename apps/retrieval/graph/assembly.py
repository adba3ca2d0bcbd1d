"""Puts nodes and edges together within a limit, the same from either corpus."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.retrieval.graph.graph import Edge, EdgeKind, Graph, Node, NodeKind, Wanted

MOST_NODES = 1500
# Documents leave a third of the room to folders, sections and code.
DOCUMENT_SHARE = 2 / 3
# Code is told by what is named most; more of it hides the documents.
SYMBOL_SHARE = 1 / 5
# Up to so many documents all their sections are shown.
FEW_DOCUMENTS = 40


@dataclass(frozen=True, slots=True)
class Page:
    """A document of either corpus as the graph needs it; ``name`` is its path or key."""

    id: UUID
    name: str
    title: str
    mark: str
    size: int
    slug: str = ""

    @property
    def folder(self) -> str:
        """The folder part of the name; empty at the top."""
        return self.name.rpartition("/")[0]


class Assembly:
    """One graph on its way."""

    def __init__(self, mark: str, label: str, limit: int) -> None:
        self.mark, self.label, self.limit = mark, label, limit
        self.nodes: dict[str, Node] = {}
        self.pages: dict[UUID, Page] = {}
        self.totals: dict[str, int] = {"documents": 0, "symbols": 0}
        self.omitted: Counter[str] = Counter({"documents": 0, "sections": 0, "symbols": 0})
        self._edges: Counter[tuple[str, str, EdgeKind]] = Counter()

    @property
    def room(self) -> int:
        """How many nodes may still come in."""
        return self.limit - len(self.nodes)

    def connect(self, source: str, target: str, kind: EdgeKind) -> None:
        """An edge, unless an end is not in the graph or both are the same node."""
        if source != target and source in self.nodes and target in self.nodes:
            self._edges[source, target, kind] += 1

    def add_pages(self, pages: Sequence[Page], wanted: Wanted) -> None:
        """The documents with their folders: the wanted ones, then by name as long as they fit."""
        self.totals["documents"] = len(pages)
        known: set[str] = set()
        most = int(self.limit * DOCUMENT_SHARE)
        first = sorted(pages, key=lambda page: (page.id not in wanted.documents, page.name))
        for page in first:
            new = {one for one in (page.folder, *parents(page.folder)) if one not in known}
            if len(self.pages) >= most or len(self.pages) + len(known) + len(new) >= self.limit:
                break
            known |= new
            self.pages[page.id] = page
        self.omitted["documents"] = len(pages) - len(self.pages)
        self._add_folders(known)
        for page in sorted(self.pages.values(), key=lambda one: one.name):
            self.nodes[page.mark] = document_node(page)
        self._place()

    def _add_folders(self, paths: set[str]) -> None:
        """The folders; one that holds nothing but another folder is drawn as a part of that."""
        filled = {page.folder for page in self.pages.values()}
        inside = Counter(path.rpartition("/")[0] for path in paths if path)
        kept = {path for path in paths if not path or path in filled or inside[path] > 1}
        for path in sorted(kept):
            above = next((one for one in parents(path) if one in kept), "")
            label = path.removeprefix(above).strip("/") or self.label
            node = folder_node(self.mark, path, label)
            self.nodes[node.id] = node
            self.connect(folder_id(self.mark, above), node.id, EdgeKind.CONTAINS)

    def _place(self) -> None:
        """Each document in its folder; several in one are co-located."""
        crowd = Counter(page.folder for page in self.pages.values())
        for page in self.pages.values():
            kind = EdgeKind.CO_LOCATED if crowd[page.folder] > 1 else EdgeKind.CONTAINS
            self.connect(folder_id(self.mark, page.folder), page.mark, kind)

    def add_sections(self, sections: Iterable[tuple[Node, str]]) -> None:
        """Sections, each with the id of what contains it."""
        for node, above in sections:
            if self.room <= 0:
                self.omitted["sections"] += 1
                continue
            self.nodes[node.id] = node
            self.connect(above, node.id, EdgeKind.CONTAINS)

    def graph(self) -> Graph:
        """The graph as it stands; nodes in the order they came, edges sorted."""
        return Graph(
            mark=self.mark,
            label=self.label,
            nodes=tuple(self.nodes.values()),
            edges=tuple(Edge(*ends, count) for ends, count in sorted(self._edges.items())),
            totals=self.totals,
            omitted=dict(self.omitted),
        )


def parents(folder: str) -> Iterator[str]:
    """The folders above one, up to the top, which is empty."""
    while folder:
        folder = folder.rpartition("/")[0]
        yield folder


def folder_id(source: str, path: str) -> str:
    """The id of a folder's node: no document's mark ends with a slash."""
    return f"{source}/{path}/" if path else f"{source}/"


def folder_node(source: str, path: str, label: str) -> Node:
    """A folder, or the source itself at the top."""
    above = path.rpartition("/")[0]
    return Node(folder_id(source, path), NodeKind.FOLDER, label, path=path, folder=above)


def document_node(page: Page) -> Node:
    """A document."""
    return Node(
        id=page.mark,
        kind=NodeKind.DOCUMENT,
        label=page.title,
        mark=page.mark,
        path=page.name,
        folder=page.folder,
        document_id=str(page.id),
        slug=page.slug,
        size=page.size,
    )
