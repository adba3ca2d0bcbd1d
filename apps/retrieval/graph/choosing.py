"""What a context pack took of a graph."""

from dataclasses import dataclass
from uuid import UUID

from apps.retrieval.graph.graph import Graph, NodeKind, Wanted
from apps.retrieval.packs.pack import Pack, PackEntry, Reason

RANKS = {reason: rank for rank, reason in enumerate(Reason)}


@dataclass(frozen=True, slots=True)
class Choice:
    """Why a node is in a pack: the reason, the number of its first entry, and why in words."""

    reason: Reason
    number: int
    why: str


def wanted_by(pack: Pack | None) -> Wanted:
    """What a graph must hold to show where a pack came from."""
    entries = pack.entries if pack else ()
    return Wanted(
        documents=frozenset(UUID(one.document_id) for one in entries if one.document_id),
        marks=frozenset(one.mark for one in entries),
    )


def choices_of(graph: Graph, pack: Pack | None) -> dict[str, Choice]:
    """The chosen nodes by their ids.

    A document is chosen when anything of it is, for the first reason in the order of `Reason`; a
    section or a symbol when the pack names it.
    """
    documents = {
        node.document_id: node.id for node in graph.nodes if node.kind is NodeKind.DOCUMENT
    }
    known = {node.id for node in graph.nodes}
    chosen: dict[str, Choice] = {}
    for number, entry in enumerate(pack.entries if pack else (), start=1):
        choice = Choice(Reason(entry.reason), number, entry.why)
        for place in places(entry, documents):
            before = chosen.get(place)
            is_better = before is None or RANKS[choice.reason] < RANKS[before.reason]
            if place in known and is_better:
                chosen[place] = choice
    return chosen


def places(entry: PackEntry, documents: dict[str, str]) -> set[str]:
    """The ids of the nodes an entry may stand for."""
    document = documents.get(entry.document_id, "") if entry.document_id else ""
    return {entry.mark, document} - {""}
