"""Golden questions go along when what they name is renamed or moved: documents and sources."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from apps.access.audit import record_change
from apps.access.errors import DomainError
from apps.access.principals import Principal, operator
from apps.collections.models import Collection, Document
from apps.documents.locating import locate_document
from apps.documents.marks import repo_document_mark
from apps.documents.models import DocumentRedirect, RepoDocument
from apps.repos.catalogue import marked_repository
from apps.retrieval.golden.keeping import is_asked_already
from apps.retrieval.golden.marks import find_document_id, find_place_id
from apps.retrieval.hits import collection_mark, document_mark
from apps.retrieval.models import GoldenQuestion
from apps.text.marks import CollectionMark, MarkError, RepoMark, parse_mark

PLACE = ("host", "namespace", "name")
FOLLOWED = ("marks", "documents", "sources", "places")


def present_answers(golden: GoldenQuestion) -> list[tuple[str, UUID | None]]:
    """Each answer as it is called now, with the document's id; None for one that is gone."""
    kept = [*golden.documents, *([None] * len(golden.marks))]
    return [present_answer(mark, pk) for mark, pk in zip(golden.marks, kept, strict=False)]


def present_answer(mark: str, kept: UUID | None) -> tuple[str, UUID | None]:
    """By its mark, or else by the document that the mark once meant, or by where that went."""
    if (found := find_document_id(user=operator(), mark=mark)) is not None:
        return mark, found
    ids = [kept] if kept else []
    document = Document.objects.select_related("collection").filter(pk__in=ids).first()
    if document is not None:
        return document_mark(document), document.pk
    page = RepoDocument.objects.select_related("repository").filter(pk__in=ids).first()
    page = page or moved_page(operator(), mark)
    return (mark, None) if page is None else (repo_document_mark(page), page.pk)


def moved_page(user: Principal, text: str) -> RepoDocument | None:
    """The document of a repository that lay where a mark says."""
    try:
        mark = parse_mark(text)
        if not isinstance(mark, RepoMark) or mark.path is None:
            return None
        repository = marked_repository(user=user, mark=mark)
        return locate_document(user=user, repository=repository, path=mark.path).document
    except (DomainError, MarkError):
        return None


def present_sources(golden: GoldenQuestion) -> list[tuple[str, UUID | None]]:
    """What the question is asked of, as it is called now, in the order of marks; likewise."""
    kept = [*golden.places, *([None] * len(golden.sources))]
    pairs = zip(golden.sources, kept, strict=False)
    # Two marks may have come to mean the same.
    return sorted(dict(present_source(mark, pk) for mark, pk in pairs).items())


def present_source(mark: str, kept: UUID | None) -> tuple[str, UUID | None]:
    """As `present_answer`, for a mark that may name a whole source."""
    if (found := find_place_id(user=operator(), mark=mark)) is not None:
        return mark, found
    collection = Collection.objects.filter(pk=kept).first() if kept else None
    if collection is not None:
        return collection_mark(collection), collection.pk
    return present_answer(mark, kept)


@transaction.atomic
def follow_answers(*, user: Principal, questions: Sequence[GoldenQuestion]) -> None:
    """Give each question the marks that its answers and sources have now.

    What is gone keeps its mark. Where another question already asks the same of the new sources,
    the new marks serve this time and are not stored.
    """
    for golden in questions:
        before = {name: getattr(golden, name) for name in FOLLOWED}
        golden.marks, golden.documents = remembered(
            present_answers(golden), golden.marks, golden.documents
        )
        golden.sources, golden.places = remembered(
            present_sources(golden), golden.sources, golden.places
        )
        changed = [name for name in FOLLOWED if getattr(golden, name) != before[name]]
        if {"sources", "places"} & set(changed) and is_asked_already(golden, golden.sources):
            changed = [name for name in changed if name in {"marks", "documents"}]
        if told := [name for name in changed if name in {"marks", "sources"}]:
            record_change(
                user=user,
                action="golden_question.followed",
                target=golden,
                before={name: before[name] for name in told},
                after={name: getattr(golden, name) for name in told},
            )
        if changed:
            golden.save(update_fields=changed)


def remembered(
    present: Sequence[tuple[str, UUID | None]], marks: list[str], ids: list[UUID | None]
) -> tuple[list[str], list[UUID | None]]:
    """The marks of today, and their ids; what a mark once meant is kept after it is gone."""
    kept = dict(zip(marks, ids, strict=False))
    return [mark for mark, _ in present], [pk or kept.get(mark) for mark, pk in present]


def count_gone(questions: Sequence[GoldenQuestion]) -> dict[int, int]:
    """How many answers of each question no longer exist, by its id, read at once for all."""
    ids = [pk for golden in questions for pk in golden.documents if pk]
    alive = {*Document.objects.filter(pk__in=ids).values_list("pk", flat=True)}
    alive |= {*RepoDocument.objects.filter(pk__in=ids).values_list("pk", flat=True)}
    marks = marks_alive({mark for golden in questions for mark in golden.marks})
    gone = {}
    for golden in questions:
        kept = [*golden.documents, *([None] * len(golden.marks))]
        pairs = zip(golden.marks, kept, strict=False)
        gone[golden.pk] = sum(mark not in marks and pk not in alive for mark, pk in pairs)
    return gone


def marks_alive(marks: set[str]) -> set[str]:
    """Those of the marks at which a document stands, or from which one was moved away."""
    parsed = [parse_mark(mark) for mark in marks]
    keys = [one.source_key for one in parsed if isinstance(one, CollectionMark)]
    paths = [one.path for one in parsed if isinstance(one, RepoMark)]
    documents = Document.objects.filter(source_key__in=keys)
    found = {
        str(CollectionMark(name, key))
        for name, key in documents.values_list("collection__name", "source_key")
    }
    for rows in (
        RepoDocument.objects.filter(path__in=paths),
        DocumentRedirect.objects.filter(path__in=paths, document__isnull=False),
    ):
        places = rows.values_list(*(f"repository__{one}" for one in PLACE), "path")
        found |= {str(RepoMark(*place)) for place in places}
    return found & marks
