"""Summaries of sections that a model chooses after a sync: what to choose from, and the choice."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet

from apps.documents.building import parsed_name
from apps.documents.models import DocumentKind, RepoDocument, Section
from apps.text.parse import parse_document
from apps.text.sections import section_tree
from apps.text.sections_summaries import section_sentences

MOST_SENTENCES = 40


@dataclass(frozen=True, slots=True)
class Candidates:
    """A section, by the state of its text, and the sentences that may sum it up."""

    section_id: uuid.UUID
    content_hash: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What was chosen for a section; empty: it stays as it is."""

    section_id: uuid.UUID
    content_hash: str
    text: str = ""


def count_waiting(*, repository_id: uuid.UUID, model: str) -> int:
    """How many sections of a repository the model has not looked at."""
    return _waiting(repository_id, model).count()


def waiting_documents(*, repository_id: uuid.UUID, model: str, limit: int) -> list[RepoDocument]:
    """The next documents with such sections."""
    owners = _waiting(repository_id, model).values("document")
    return list(RepoDocument.objects.filter(pk__in=owners).order_by("path")[:limit])


def _waiting(repository_id: uuid.UUID, model: str) -> QuerySet[Section]:
    rows = Section.objects.filter(document__repository=repository_id)
    return rows.exclude(summarised_by=model)


def find_candidates(document: RepoDocument, *, model: str) -> Iterator[Candidates]:
    """The sentences of each section that waits in a document; none for a file that is no prose."""
    parsed = parse_document(document.content, name=parsed_name(document.path))
    sections = section_tree(parsed)
    found = section_sentences(parsed, sections, most=MOST_SENTENCES)
    # By where they start: a parser newer than the rows may cut otherwise.
    by_start = {s.start: own for s, own in zip(sections, found, strict=True)}
    is_prose = document.kind == DocumentKind.REPO_DOC
    rows = Section.objects.filter(document=document).exclude(summarised_by=model)
    for row in rows.order_by("position"):
        own = by_start.get(row.start_byte, ()) if is_prose else ()
        yield Candidates(row.pk, row.content_hash, own)


@transaction.atomic
def store_summaries(*, model: str, chosen: Iterable[Summary]) -> None:
    """Note the choices of a model; a section whose text has changed meanwhile is left alone."""
    for one in chosen:
        values = {"summarised_by": model} | ({"summary": one.text} if one.text else {})
        rows = Section.objects.filter(pk=one.section_id, content_hash=one.content_hash)
        rows.update(**values)
