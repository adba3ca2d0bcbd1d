"""Finding documents and sections by their addresses, old ones included."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models import QuerySet

from apps.access.errors import NotFoundError, NotReadyError
from apps.access.principals import Principal
from apps.documents.models import DocumentRedirect, RepoDocument, Section, SectionRedirect
from apps.repos.models import Repository
from apps.text.storable import storable

SUGGESTIONS = 5
LEAST_LIKENESS = 0.3
LONGEST_COMPARED = 500
SEPARATOR = "::"


class GoneError(NotFoundError):
    """Something stood at this address once; the message names what is nearest to it now."""

    code: ClassVar[str] = "GONE"


@dataclass(frozen=True, slots=True)
class LocatedDocument:
    """A document; ``redirected_from`` is the old path that led to it, empty if none did.

    ``similarity`` compares the texts before and after the move, 0 to 1.
    """

    document: RepoDocument
    redirected_from: str = ""
    similarity: float = 1.0


@dataclass(frozen=True, slots=True)
class LocatedSection:
    """A section with its document; ``redirected_from`` is the old id that led to it, or empty."""

    document: RepoDocument
    section: Section
    redirected_from: str = ""
    similarity: float = 1.0


def ready_repository(*, user: Principal, repository_id: uuid.UUID) -> Repository:
    """A readable repository that has an index. Raises `NotFoundError` or `NotReadyError`."""
    return check_ready(Repository.objects.find(user=user, pk=repository_id))


def check_ready(repository: Repository) -> Repository:
    """The repository itself, when it has an index. Raises `NotReadyError`."""
    if not repository.is_ready:
        raise NotReadyError("This repository has not been synced yet.")
    return repository


def locate_document(*, user: Principal, repository: Repository, path: str) -> LocatedDocument:
    """The document at a path, or that has a copy there, or that lay there before.

    Raises `GoneError` (a `NotFoundError`) for a path that was removed, `NotFoundError` for one
    that never was; both messages name near paths.
    """
    wanted = str(storable(path))
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    found = rows.filter(path=wanted).first() or rows.filter(aliases__contains=[wanted]).first()
    if found is not None:
        return LocatedDocument(found)
    old = DocumentRedirect.objects.visible_to(user).filter(repository=repository, path=wanted)
    redirect = old.select_related("document").first()
    if redirect is not None and redirect.document is not None:
        return LocatedDocument(redirect.document, wanted, redirect.similarity)
    near = nearest(rows, "path", wanted)
    if redirect is not None:
        raise GoneError(f"This document was removed.{suggestion(near)}")
    raise NotFoundError(f"There is no such document.{suggestion(near)}")


def locate_page(*, user: Principal, repository: Repository, slug: str) -> LocatedDocument:
    """The document of a slug, or the one that had it before. Raises as `locate_document`."""
    wanted = str(storable(slug))
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    found = rows.filter(slug=wanted).first()
    if found is not None:
        return LocatedDocument(found)
    old = DocumentRedirect.objects.visible_to(user).filter(repository=repository, slug=wanted)
    redirect = old.select_related("document").order_by("-created_at").first()
    if redirect is not None and redirect.document is not None:
        return LocatedDocument(redirect.document, redirect.path, redirect.similarity)
    if redirect is not None:
        raise GoneError("This page was removed.")
    raise NotFoundError


def locate_section(*, user: Principal, repository: Repository, section_id: str) -> LocatedSection:
    """The section of an id ``path::slugs#level``, or the one that had that id before.

    Raises `GoneError` or `NotFoundError` with the nearest ids of the same document.
    """
    path, separator, address = section_id.rpartition(SEPARATOR)
    if not separator or not path or not address:
        raise NotFoundError("A section's id is its document's path, two colons and its address.")
    place = locate_document(user=user, repository=repository, path=path)
    address = str(storable(address))
    rows = Section.objects.visible_to(user).filter(document=place.document)
    found = rows.filter(address=address).first()
    if found is not None:
        was = section_id if place.redirected_from else ""
        return LocatedSection(place.document, found, was, place.similarity)
    old = SectionRedirect.objects.visible_to(user).filter(document=place.document, address=address)
    redirect = old.select_related("section").first()
    if redirect is not None and redirect.section is not None:
        return LocatedSection(place.document, redirect.section, section_id, redirect.similarity)
    near = [section_id_of(place.document, one) for one in nearest(rows, "address", address)]
    if redirect is not None:
        raise GoneError(f"This section was removed.{suggestion(near)}")
    raise NotFoundError(f"There is no such section.{suggestion(near)}")


def find_section_anywhere(*, user: Principal, path: str, address: str) -> list[Section]:
    """Up to five sections of that address, in all readable repositories, with their repositories.

    Addresses of the past are not followed.
    """
    rows = Section.objects.visible_to(user).filter(
        document__path=storable(path), address=storable(address)
    )
    ordered = rows.select_related("document__repository").order_by("document__repository__name")
    return list(ordered.defer("document__content")[:SUGGESTIONS])


def section_id_of(document: RepoDocument, address: str) -> str:
    """``path::slugs#level``."""
    return f"{document.path}{SEPARATOR}{address}"


def nearest(rows: "QuerySet[Any]", field: str, wanted: str) -> list[str]:
    """Up to five values of a column that are most like the wanted text, by trigrams (pg_trgm)."""
    alike = rows.annotate(likeness=TrigramSimilarity(field, wanted[:LONGEST_COMPARED]))
    best = alike.filter(likeness__gt=LEAST_LIKENESS).order_by("-likeness", field)
    return list(best.values_list(field, flat=True)[:SUGGESTIONS])


def suggestion(near: Iterable[str]) -> str:
    """What to add to a message, with a leading space; empty when nothing is near."""
    names = ", ".join(near)
    return f" Nearest: {names}." if names else ""
