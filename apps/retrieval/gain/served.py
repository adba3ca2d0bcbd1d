"""What an answer gives out of which document, read off the fields that all surfaces share."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.retrieval.scope import find_mark
from apps.text.tokens import count_tokens


def served_of(user: Principal, answer: Mapping[str, Any]) -> dict[UUID, int]:
    """Tokens given out of each document by a search's hits, a pack's entries or a reading.

    What belongs to no document (symbols, lists, files of code) does not count.
    """
    served: Counter[UUID] = Counter()
    for hit in answer.get("results") or ():
        if isinstance(hit, Mapping) and hit.get("document_id") and "snippet" in hit:
            served[UUID(hit["document_id"])] += count_tokens(hit["snippet"])
    for entry in answer.get("entries") or ():
        if isinstance(entry, Mapping) and entry.get("document_id") and "tokens" in entry:
            served[UUID(entry["document_id"])] += entry["tokens"]
    if answer.get("content"):
        for document in document_of(user, answer):
            served[document] += count_tokens(answer["content"])
    return dict(served)


def document_of(user: Principal, reading: Mapping[str, Any]) -> Iterator[UUID]:
    """The document of a reading, by its id or else by its mark, if it has any."""
    details = reading.get("details") or {}
    if known := reading.get("document_id") or details.get("document_id"):
        yield UUID(str(known))
        return
    try:
        _, document = find_mark(user, str(reading.get("mark", "")))
    except DomainError:
        return
    if document is not None:
        yield document
