"""Marks of repositories, their documents and the sections of these (see `apps.text.marks`)."""

from apps.documents.models import RepoDocument
from apps.repos.models import Repository
from apps.text.marks import RepoMark


def repository_mark(repository: Repository) -> str:
    """``repo:HOST/OWNER/NAME``."""
    return str(_mark(repository))


def repo_document_mark(document: RepoDocument) -> str:
    """``repo:HOST/OWNER/NAME/PATH``; the repository must be loaded."""
    return repo_path_mark(document.repository, document.path)


def repo_path_mark(repository: Repository, path: str) -> str:
    """The mark of the document at a path."""
    return str(_mark(repository, path))


def repo_section_mark(document: RepoDocument, address: str) -> str:
    """``repo:HOST/OWNER/NAME/PATH::SLUGS#LEVEL``; the repository must be loaded."""
    slugs, _, level = address.rpartition("#")
    return str(_mark(document.repository, document.path, slugs, int(level)))


def _mark(
    repository: Repository,
    path: str | None = None,
    slugs: str | None = None,
    level: int | None = None,
) -> RepoMark:
    return RepoMark(repository.host, repository.namespace, repository.name, path, slugs, level)
