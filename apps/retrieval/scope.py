"""Where a search may look: the access rule and the caller's filters as one SQL condition."""

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.access.readable_ids import readable_ids
from apps.collections.catalogue import find_collection
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.repos.catalogue import marked_repository
from apps.retrieval.request import SearchRequest
from apps.text.marks import ChunkMark, CollectionMark, MarkError, RepoMark, SymbolMark, parse_mark

KINDS = """
((p.collection_chunk_id IS NOT NULL AND 'collection' = ANY(%(kinds)s))
 OR p.document_id IN (SELECT id FROM repo_documents WHERE kind = ANY(%(kinds)s)))
"""
FORMATS = """
p.document_id IN (SELECT id FROM md_documents WHERE format = ANY(%(formats)s)
                  UNION ALL SELECT id FROM repo_documents WHERE format = ANY(%(formats)s))
"""
# Not LIKE: what somebody types may hold its signs.
HEADING = """
EXISTS (SELECT 1 FROM (
            SELECT heading_path || sections AS headings
            FROM md_chunks WHERE id = p.collection_chunk_id
            UNION ALL
            SELECT heading_path FROM repo_document_chunks WHERE id = p.repo_chunk_id
        ) AS c
        WHERE strpos(lower(array_to_string(c.headings, ' > ')), lower(%(heading)s)) > 0)
"""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which rows may be looked at, as SQL with named parameters.

    The parameter ``readable`` holds the ids of the sources, as an array in PostgreSQL's own
    notation; ``filters`` are further conditions that only the passage itself (``p``) can answer.
    """

    filters: tuple[str, ...]
    parameters: dict[str, Any]

    def on(self, alias: str) -> str:
        """The whole condition where ``alias`` has the source id and ``p`` is the passage."""
        return " AND ".join((f"{alias}.source_id = ANY(%(readable)s::uuid[])", *self.filters))

    @property
    def join_passages(self) -> str:
        """What a statement over vectors (``v``) must join for the filters, if there are any."""
        return "JOIN passages p ON p.id = v.passage_id" if self.filters else ""


def build_scope(*, user: Principal, request: SearchRequest) -> Scope:
    """The scope of a request for a user.

    The readable sources are part of the condition, so nothing hidden is ranked, counted or trimmed
    away later. They are asked for once: planning the access rule anew in every statement of a
    search took longer than the statements. Raises `NotFoundError` for a mark that is missing or
    hidden.
    """
    chosen, documents = find_marks(user, request.sources)
    readable = readable_sources(user, chosen if request.sources else None)
    # Written out once: every statement of a search has them, each would turn them into text anew.
    parameters: dict[str, Any] = {"readable": as_array(readable)}
    filters: list[str] = []
    if documents:
        parameters["documents"] = documents
        parameters["whole_sources"] = [pk for pk, is_part in chosen.items() if not is_part]
        filters.append(
            "(p.document_id = ANY(%(documents)s) OR p.source_id = ANY(%(whole_sources)s))"
        )
    filters += content_filters(request, parameters)
    for name, sign in (("since", ">="), ("until", "<="), ("as_of", "<=")):
        moment = getattr(request, name)
        if moment is not None:
            parameters[name] = moment
            filters.append(f"p.edited_at {sign} %({name})s")
    return Scope(tuple(filters), parameters)


def as_array(values: Iterable[object]) -> str:
    """An array as PostgreSQL reads it, of ids or of numbers."""
    return "{" + ",".join(map(str, values)) + "}"


def content_filters(request: SearchRequest, parameters: dict[str, Any]) -> Iterator[str]:
    """Conditions on kind, format and heading; their values are added to ``parameters``."""
    if request.kinds:
        parameters["kinds"] = list(request.kinds)
        yield KINDS
    if request.formats:
        parameters["formats"] = list(request.formats)
        yield FORMATS
    if heading := " ".join(request.heading.split()):
        parameters["heading"] = heading
        yield HEADING


def readable_sources(user: Principal, among: Container[UUID] | None) -> list[UUID]:
    """Ids of all sources that the user may read, or of those among some."""
    ids = readable_ids(user)
    return ids if among is None else [pk for pk in ids if pk in among]


def find_marks(user: Principal, marks: Iterable[str]) -> tuple[dict[UUID, bool], list[UUID]]:
    """Sources (id → whether only some documents of it are meant) and those documents' ids."""
    chosen: dict[UUID, bool] = {}
    documents: list[UUID] = []
    for text in marks:
        source, document = find_mark(user, text)
        chosen[source] = chosen.get(source, True) and document is not None
        if document is not None:
            documents.append(document)
    return chosen, documents


def find_mark(user: Principal, text: str) -> tuple[UUID, UUID | None]:
    """Ids of the source and, if the mark goes that far, of the document."""
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field("sources", error.message) from error
    match mark:
        case CollectionMark(name=name, source_key=None):
            return find_collection(user=user, name=name).pk, None
        case CollectionMark(name=name, source_key=key):
            collection = find_collection(user=user, name=name)
            rows = Document.objects.filter(collection=collection)
            return collection.pk, rows.find(user=user, source_key=key).pk
        case RepoMark(path=path):
            repository = marked_repository(user=user, mark=mark)
            if path is None:
                return repository.pk, None
            pages = RepoDocument.objects.filter(repository=repository)
            return repository.pk, pages.find(user=user, path=path).pk
        case ChunkMark() | SymbolMark():
            message = "Name a repository, a collection or a document, not a part of one."
            raise InvalidRequestError.for_field("sources", message)
        case _:
            raise NotFoundError
