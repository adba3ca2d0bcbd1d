"""Pages and sections to offer where somebody asked for one that is not there."""

from dataclasses import dataclass

from django.contrib.postgres.search import TrigramSimilarity
from django.db.models import QuerySet
from django.db.models.functions import Greatest

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.documents.locating import (
    LEAST_LIKENESS,
    LONGEST_COMPARED,
    SEPARATOR,
    SUGGESTIONS,
    locate_document,
    section_id_of,
)
from apps.documents.models import DocumentRedirect, RepoDocument, Section
from apps.repos.models import Repository
from apps.text.storable import storable

# How many folders are looked into, from the page's own upwards.
HIGHEST_LOOK = 4


@dataclass(frozen=True, slots=True)
class NearPage:
    """A page that is there, or with an ``anchor`` a section of one, whose path is then its id."""

    slug: str
    title: str
    path: str
    anchor: str = ""


def near_pages(*, user: Principal, repository: Repository, wanted: str) -> list[NearPage]:
    """Up to five pages whose slug or path is most like what was asked for (pg_trgm).

    What stood there once is compared by its path too; when nothing is alike, the pages beside it.
    """
    text = str(storable(wanted))
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    old = DocumentRedirect.objects.visible_to(user).filter(repository=repository, slug=text)
    path = old.order_by("-created_at").values_list("path", flat=True).first() or text
    is_path = path != text or "/" in path or "." in path
    likeness = Greatest(
        TrigramSimilarity("slug", text[:LONGEST_COMPARED]),
        TrigramSimilarity("path", path[:LONGEST_COMPARED]),
    )
    alike = rows.annotate(likeness=likeness).filter(likeness__gt=LEAST_LIKENESS)
    return named(alike.order_by("-likeness", "path")) or (
        pages_beside(rows, path) if is_path else []
    )


def pages_beside(rows: QuerySet[RepoDocument], path: str) -> list[NearPage]:
    """The first pages of the folder that a path lies in, or of one a few levels above it."""
    folder = path
    for _ in range(HIGHEST_LOOK):
        folder = folder.rpartition("/")[0]
        inside = rows.filter(path__startswith=f"{folder}/" if folder else "")
        found = named((inside if folder else inside.exclude(path__contains="/")).order_by("path"))
        if found or not folder:
            return found
    return []


def named(rows: QuerySet[RepoDocument]) -> list[NearPage]:
    """The first rows, as many as are offered."""
    return [NearPage(*row) for row in rows.values_list("slug", "title", "path")[:SUGGESTIONS]]


def near_sections(*, user: Principal, repository: Repository, section_id: str) -> list[NearPage]:
    """The sections most like one that is not there, and behind them their page.

    Where the page is lost too, the pages nearest to it.
    """
    path, _, address = section_id.rpartition(SEPARATOR)
    try:
        document = locate_document(user=user, repository=repository, path=path).document
    except NotFoundError:
        return near_pages(user=user, repository=repository, wanted=path or section_id)
    likeness = TrigramSimilarity("address", str(storable(address))[:LONGEST_COMPARED])
    rows = Section.objects.visible_to(user).filter(document=document)
    alike = rows.annotate(likeness=likeness).filter(likeness__gt=LEAST_LIKENESS)
    best = alike.order_by("-likeness", "address").values_list("title", "address", "anchor")
    found = [
        NearPage(document.slug, title, section_id_of(document, its_address), anchor)
        for title, its_address, anchor in best[: SUGGESTIONS - 1]
    ]
    return [*found, NearPage(document.slug, document.title, document.path)]
