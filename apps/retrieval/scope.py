"""Where a search may look: the access rule and the caller's filters as one SQL condition."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db.models import Model, QuerySet

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.access.querysets import source_models
from apps.collections.catalogue import find_collection
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.repos.catalogue import marked_repository
from apps.retrieval.request import SearchRequest
from apps.text.marks import ChunkMark, CollectionMark, MarkError, RepoMark, parse_mark


@dataclass(frozen=True, slots=True)
class Scope:
    """Which rows may be looked at, as SQL with named parameters.

    ``sources`` guards any table with a ``source_id``; ``filters`` are further conditions that only
    the passage itself (``p``) can answer.
    """

    sources: str
    filters: tuple[str, ...]
    parameters: dict[str, Any]

    def on(self, alias: str) -> str:
        """The whole condition where ``alias`` has the source id and ``p`` is the passage."""
        return " AND ".join((f"{alias}.source_id IN ({self.sources})", *self.filters))

    @property
    def join_passages(self) -> str:
        """What a statement over vectors (``v``) must join for the filters, if there are any."""
        return "JOIN passages p ON p.id = v.passage_id" if self.filters else ""


def build_scope(*, user: Principal, request: SearchRequest) -> Scope:
    """The scope of a request for a user.

    The access rule is part of the condition, so nothing hidden is ranked, counted or trimmed away
    later. Raises `NotFoundError` for a mark that is missing or hidden.
    """
    parameters: dict[str, Any] = {}
    chosen, documents = find_marks(user, request.sources)
    readable = []
    for model in source_models():
        rows = model._default_manager.visible_to(user)  # type: ignore[attr-defined]  # noqa: SLF001
        if request.sources:
            rows = rows.filter(pk__in=list(chosen))
        readable.append(inline_query(rows, parameters))
    filters: list[str] = []
    if documents:
        parameters["documents"] = documents
        parameters["whole_sources"] = [pk for pk, is_part in chosen.items() if not is_part]
        filters.append(
            "(p.document_id = ANY(%(documents)s) OR p.source_id = ANY(%(whole_sources)s))"
        )
    for name, sign in (("since", ">="), ("until", "<="), ("as_of", "<=")):
        moment = getattr(request, name)
        if moment is not None:
            parameters[name] = moment
            filters.append(f"p.edited_at {sign} %({name})s")
    return Scope(" UNION ALL ".join(readable), tuple(filters), parameters)


def inline_query(rows: QuerySet[Model], parameters: dict[str, Any]) -> str:
    """A queryset of ids as SQL with named parameters, which are added to ``parameters``."""
    try:
        sql, values = rows.order_by().values("pk").query.sql_with_params()
    except EmptyResultSet:
        return "SELECT NULL::uuid WHERE false"
    pieces = sql.split("%s")
    text = pieces[0]
    for value, piece in zip(values, pieces[1:], strict=True):
        name = f"scope_{len(parameters)}"
        parameters[name] = value
        text += f"%({name})s{piece}"
    return text


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
        case ChunkMark():
            message = "Name a repository, a collection or a document, not a chunk."
            raise InvalidRequestError.for_field("sources", message)
        case _:
            raise NotFoundError
