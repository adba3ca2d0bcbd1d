"""What is remembered of a question while it is being answered."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.retrieval.asking.strength import strength_of
from apps.retrieval.hits import Hit
from apps.retrieval.models import AskedStatus, Passage
from apps.retrieval.scope import find_mark


@dataclass(frozen=True, slots=True)
class Found:
    """One answer: its mark, the mark of its source, and its chunk if it has one."""

    mark: str
    source: str
    chunk_id: str = ""


@dataclass(slots=True)
class Note:
    """A question, the marks it named, and what was found; filled by whoever answers it."""

    text: str
    marks: tuple[str, ...] = ()
    status: AskedStatus = AskedStatus.EMPTY
    error_code: str = ""
    strength: float | None = None
    found: list[Found] = field(default_factory=list)

    def hits(self, hits: Sequence[Hit]) -> None:
        """Remember the hits of a search, best first."""
        self.answers(Found(hit.mark, hit.source, hit.chunk_id) for hit in hits)
        self.strength = strength_of(self.text, hits)

    def answers(self, found: Iterable[Found]) -> None:
        """Remember answers of any kind, best first."""
        self.found = list(found)
        self.status = AskedStatus.OK if self.found else AskedStatus.EMPTY


def sources_of(user: Principal, found: Sequence[Found]) -> list[UUID]:
    """The sources that answers came from, in their order."""
    chunks = [one.chunk_id for one in found if one.chunk_id]
    rows = Passage.objects.filter(pk__in=chunks).values_list("pk", "source_id") if chunks else ()
    by_chunk = {str(pk): source for pk, source in rows}
    ids = [
        by_chunk.get(one.chunk_id) or next(iter(sources_named(user, [one.source])), None)
        for one in found
    ]
    return list(dict.fromkeys(one for one in ids if one is not None))


def sources_named(user: Principal, marks: Iterable[str]) -> list[UUID]:
    """The sources that marks name or lie in; what the user cannot read is left out."""
    found = []
    for mark in dict.fromkeys(marks):
        try:
            found.append(find_mark(user, mark)[0])
        except DomainError:
            continue
    return list(dict.fromkeys(found))
