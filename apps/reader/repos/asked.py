"""Which page an address asks for, old addresses included."""

import unicodedata
from dataclasses import dataclass

from django.http import HttpRequest

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.documents.library import find_page
from apps.documents.locating import LocatedDocument, locate_document, locate_section
from apps.documents.models import RepoDocument
from apps.reader.repos.addresses import repo_page_url
from apps.repos.models import Repository

TWIN_SUFFIX = ".md"


@dataclass(frozen=True, slots=True)
class Asked:
    """The document that is meant; ``is_elsewhere`` when its address is another one today."""

    document: RepoDocument
    is_twin: bool = False
    is_elsewhere: bool = False

    def url(self, request: HttpRequest) -> str:
        """The address of today, with what the request asked for beside it."""
        url = repo_page_url(self.document.repository, self.document.slug)
        query = request.META.get("QUERY_STRING", "")
        return url + (TWIN_SUFFIX if self.is_twin else "") + (f"?{query}" if query else "")


def page_asked(user: Principal, repository: Repository, slug: str) -> Asked:
    """The page of a slug or of a path, or its plain twin (the slug with ``.md``).

    Slugs have no dots, so a twin is never mistaken. Raises `NotFoundError` or `GoneError`.
    """
    slug = unicodedata.normalize("NFC", slug)
    plain = slug.removesuffix(TWIN_SUFFIX)
    is_path = "/" in slug or ("." in plain)
    if is_path or slug != plain:
        try:
            found = locate_document(user=user, repository=repository, path=slug)
        except NotFoundError:
            if is_path:
                raise
        else:
            return _asked(repository, found, is_elsewhere=True)
    found = find_page(user=user, repository_id=repository.pk, slug=plain)
    is_old = found.document.slug != plain
    return _asked(repository, found, is_twin=slug != plain, is_elsewhere=is_old)


def _asked(
    repository: Repository,
    found: LocatedDocument,
    *,
    is_twin: bool = False,
    is_elsewhere: bool = False,
) -> Asked:
    found.document.repository = repository
    return Asked(found.document, is_twin, is_elsewhere)


def old_address(request: HttpRequest, repository: Repository) -> str | None:
    """The URL for ``?path=`` or ``?section=`` (an id ``path::slugs#level``); None for neither.

    Raises `NotFoundError` or `GoneError`.
    """
    user, path = request.user, request.GET.get("path", "")
    if section := request.GET.get("section", ""):
        place = locate_section(user=user, repository=repository, section_id=section)
        return repo_page_url(repository, place.document.slug, place.section.anchor)
    if path:
        document = locate_document(user=user, repository=repository, path=path).document
        return repo_page_url(repository, document.slug)
    return None
