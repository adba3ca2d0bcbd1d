"""What a graph of a source is: its files, sections and code, and how they hang together."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID


class NodeKind(StrEnum):
    """What a node stands for."""

    FOLDER = "folder"
    DOCUMENT = "document"
    SECTION = "section"
    SYMBOL = "symbol"


class EdgeKind(StrEnum):
    """How two nodes hang together.

    A folder ``contains`` folders and a document its sections; where a folder holds several
    documents, they are ``co_located`` through it.
    """

    CONTAINS = "contains"
    CO_LOCATED = "co_located"
    LINK = "link"
    MENTION = "mention"


@dataclass(frozen=True, slots=True)
class Node:
    """One node; its ``id`` is its mark, for a folder the source's mark and the path with a slash.

    ``path`` is the file's (of a folder, its own; empty at the top), ``folder`` what it lies in.
    ``size`` is in bytes, of documents only. Lines are those of sections and symbols, else 0.
    """

    id: str
    kind: NodeKind
    label: str
    mark: str = ""
    path: str = ""
    folder: str = ""
    document_id: str = ""
    slug: str = ""
    anchor: str = ""
    start_line: int = 0
    end_line: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Edge:
    """One edge between two nodes, by their ids; ``count`` says how often it was found."""

    source: str
    target: str
    kind: EdgeKind
    count: int = 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """What must be in a graph however large the source is.

    ``file`` is a path or key whose sections are all shown; ``documents`` are ids; ``marks`` are
    those of sections and symbols.
    """

    file: str = ""
    documents: frozenset[UUID] = frozenset()
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph of one source. ``omitted`` counts what there was no room for, by kind of node.

    ``totals`` counts the documents of the source and the symbols that they name.
    """

    mark: str
    label: str
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    totals: Mapping[str, int] = field(default_factory=dict)
    omitted: Mapping[str, int] = field(default_factory=dict)

    @property
    def truncated(self) -> bool:
        """Whether something had no room."""
        return any(self.omitted.values())

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "mark": self.mark,
            "label": self.label,
            "nodes": [asdict(node) for node in self.nodes],
            "edges": [asdict(edge) for edge in self.edges],
            "totals": dict(self.totals),
            "omitted": dict(self.omitted),
            "truncated": self.truncated,
        }
