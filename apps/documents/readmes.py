"""The page that introduces a repository."""

import uuid

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.documents.locating import ready_repository
from apps.documents.models import RepoDocument

# Where a README may lie, and its suffixes, the likeliest first.
FOLDERS = ("", ".github/", "docs/", "doc/")
SUFFIXES = (".md", ".mdx", ".markdown", ".rst", ".adoc", ".asciidoc", ".org", ".rdoc", ".txt")


def find_readme(*, user: Principal, repository_id: uuid.UUID) -> RepoDocument:
    """The README of a repository: in the root, else in ``.github`` or ``docs``.

    Raises `NotFoundError` when there is none, or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    paths = [f"{folder}readme{suffix}" for folder in FOLDERS for suffix in SUFFIXES]
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    named = rows.filter(path__iregex=r"(^|/)readme\.[a-z]+$")
    known = {path.lower(): pk for pk, path in named.values_list("pk", "path")}
    known |= {
        path.lower(): pk
        for pk, aliases in rows.exclude(aliases=[]).values_list("pk", "aliases")
        for path in aliases
        if path.lower() not in known
    }
    found = next((known[path] for path in paths if path in known), None)
    if found is None:
        raise NotFoundError("This repository has no README.")
    return rows.select_related("repository").get(pk=found)
