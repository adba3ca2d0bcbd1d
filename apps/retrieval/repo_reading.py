"""Reading what stands in a repository by its mark: the whole, a document, a section."""

from typing import Any

from apps.access.principals import Principal
from apps.documents.locating import locate_document
from apps.documents.marks import repo_document_mark, repo_path_mark, repository_mark
from apps.documents.models import RepoDocument
from apps.documents.section_text import read_section
from apps.repos.models import Repository
from apps.retrieval.readings import Reading
from apps.text.marks import RepoMark
from apps.text.tokens import count_tokens


def read_repo_mark(*, user: Principal, repository: Repository, mark: RepoMark) -> Reading:
    """Whatever a mark names in a readable repository; an old address leads to what is there now.

    Raises `NotFoundError` (for what was removed with the nearest addresses) or `NotReadyError`.
    """
    if mark.path is None:
        return repository_reading(user, repository)
    if mark.section_id is not None:
        return section_reading(user, repository, mark.section_id)
    place = locate_document(user=user, repository=repository, path=mark.path)
    place.document.repository = repository
    return document_reading(place.document, place.redirected_from)


def repository_reading(user: Principal, repository: Repository) -> Reading:
    """A repository: its description and the marks of its documents."""
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository).order_by("path")
    documents = [
        {"mark": repo_path_mark(repository, path), "title": title}
        for path, title in rows.values_list("path", "title")
    ]
    mark, text = repository_mark(repository), repository.description
    details = {"visibility": repository.visibility, "documents": documents}
    return Reading("repository", mark, mark, repository.slug, text, count_tokens(text), details)


def document_reading(document: RepoDocument, redirected_from: str = "") -> Reading:
    """A whole document of a repository."""
    details: dict[str, Any] = {
        "document_id": str(document.pk),
        "path": document.path,
        "kind": document.kind,
        "format": document.format,
        "updated_at": document.edited_at.isoformat(),
    }
    if redirected_from:
        details["redirected_from"] = redirected_from
    return Reading(
        kind="document",
        mark=repo_document_mark(document),
        source=repository_mark(document.repository),
        title=document.title,
        content=document.content,
        tokens=count_tokens(document.content),
        details=details,
    )


def section_reading(user: Principal, repository: Repository, section_id: str) -> Reading:
    """One section, verbatim, with the headings around it."""
    section = read_section(
        user=user, repository_id=repository.pk, section_id=section_id, with_context=True
    )
    values = section.as_dict()
    shown = {name: values.pop(name) for name in ("mark", "title", "content", "tokens")}
    return Reading("section", source=repository_mark(repository), details=values, **shown)
