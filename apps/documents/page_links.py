"""Which documents of a repository link to which, kept in rows beside the documents.

A link means what the other documents are called. So the links of all are resolved anew, from what
is stored of them, when a path, a copy, a title or a label has come, gone or changed; else only
those of the documents that were read again.
"""

import uuid
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet

from apps.access.copying import copy_rows
from apps.documents.models import DocumentKind, RepoDocument, RepoDocumentLink
from apps.documents.planning import StoredDocument
from apps.documents.storing import Change, delete_rows
from apps.documents.survey import Survey
from apps.documents.targets import Called, PageIndex, find_page
from apps.repos.models import Repository
from apps.text.structure import LinkType

Names = dict[uuid.UUID, Called]
# Path, and type and href of each link, by document.
Written = dict[uuid.UUID, tuple[str, Sequence[Sequence[str]]]]
Edge = tuple[uuid.UUID, uuid.UUID]


def store_page_links(
    repository: Repository,
    survey: Survey,
    changes: Sequence[Change],
    removed: Iterable[StoredDocument],
    *,
    is_fresh: bool,
) -> None:
    """Write the links that a sync has changed: behind its documents, in its transaction.

    ``is_fresh`` has the links of all documents resolved anew.
    """
    before: Names = {
        one.id: (one.path, list(one.aliases), one.slug, one.title, one.labels)
        for one in survey.stored
    }
    names = _names_after(before, survey, changes, removed)
    written: Written = {one.row.pk: (one.row.path, one.row.links) for one in changes}
    stored = RepoDocumentLink.objects.filter(document__in=list(before.keys() & written.keys()))
    if is_fresh or names != before:
        if names.keys() - written.keys():
            written = _stored_links(repository) | written
        stored = RepoDocumentLink.objects.filter(document__repository=repository)
    if written:
        _write(dict.fromkeys(_edges(names, written)), stored if before else stored.none())


def _names_after(
    before: Names, survey: Survey, changes: Iterable[Change], removed: Iterable[StoredDocument]
) -> Names:
    names = dict(before)
    for gone in removed:
        del names[gone.id]
    for one, file in survey.plan.relabelled:
        names[one.id] = (one.path, list(file.aliases), one.slug, one.title, one.labels)
    for row in (change.row for change in changes):
        names[row.pk] = (row.path, row.aliases, row.slug, row.title, row.labels)
    return names


def _stored_links(repository: Repository) -> Written:
    """What is stored of the links of all documents; those without any are left out."""
    rows = RepoDocument.objects.filter(repository=repository, kind=DocumentKind.REPO_DOC)
    columns = rows.exclude(links=[]).values_list("pk", "path", "links")
    return {pk: (path, links) for pk, path, links in columns}


def _edges(names: Names, written: Written) -> Iterator[Edge]:
    index = PageIndex(names.values())
    ids = {slug: pk for pk, (_, _, slug, *_) in names.items()}
    for pk, (path, links) in written.items():
        for link_type, href in links:
            page = find_page(index, path, href, LinkType(link_type))
            if page and ids[page.slug] != pk:
                yield pk, ids[page.slug]


def _write(edges: dict[Edge, None], rows: QuerySet[RepoDocumentLink]) -> None:
    """Leave these links and no others of the stored ``rows``."""
    columns = ("pk", "document_id", "target_id")
    stored = {(source, target): pk for pk, source, target in rows.values_list(*columns)}
    delete_rows(RepoDocumentLink, (pk for edge, pk in stored.items() if edge not in edges))
    if missing := [edge for edge in edges if edge not in stored]:
        copy_rows(RepoDocumentLink, ("document", "target"), missing)
