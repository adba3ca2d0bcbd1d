"""Links inside a repository that lead nowhere, looked for when somebody asks.

Nothing is stored: documents are parsed anew, in the order of their paths, until a page of findings
is full or its time is used up. The answer says where to go on.
"""

import time
import uuid
from dataclasses import dataclass

from apps.access.principals import Principal
from apps.documents.locating import ready_repository
from apps.documents.models import DocumentKind, RepoDocument
from apps.documents.targets import INSIDE, PageIndex, find_target, page_index
from apps.repos.fetching import mirror_of
from apps.repos.git.existence import PathCheck
from apps.text.parse import FORMATS, parse_document
from apps.text.storable import storable
from apps.text.structure import LinkType

MOST_FOUND = 200
MOST_SECONDS = 4.0


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link without a target: the document it stands in, its line, and what was written."""

    path: str
    slug: str
    title: str
    line: int
    href: str
    text: str


@dataclass(frozen=True, slots=True)
class BrokenLinks:
    """What was found; ``looked_at`` documents were read, the next ones follow ``next_after``.

    ``next_after`` is empty when all documents of the repository behind the start were read.
    """

    links: list[BrokenLink]
    looked_at: int
    next_after: str = ""


def find_broken_links(
    *, user: Principal, repository_id: uuid.UUID, after: str = "", seconds: float = MOST_SECONDS
) -> BrokenLinks:
    """The broken links of the documents whose paths follow ``after``.

    Stops behind the document that fills 200 links or the seconds, and reads one at least. Raises
    `NotFoundError` or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = RepoDocument.objects.visible_to(user).filter(
        repository=repository, kind=DocumentKind.REPO_DOC, path__gt=str(storable(after))
    )
    index = page_index(user=user, repository=repository)
    found: list[BrokenLink] = []
    until = time.monotonic() + seconds
    looked_at, last = 0, after
    with PathCheck(mirror_of(repository).path, repository.commit_id) as check:
        for document in rows.order_by("path").only("path", "slug", "title", "content").iterator(50):
            if looked_at and (len(found) >= MOST_FOUND or time.monotonic() > until):
                return BrokenLinks(found, looked_at, last)
            found += broken_links_of(document, index, check)
            looked_at, last = looked_at + 1, document.path
    return BrokenLinks(found, looked_at)


def broken_links_of(document: RepoDocument, index: PageIndex, check: PathCheck) -> list[BrokenLink]:
    """The links of one document that lead nowhere inside its repository."""
    if document.format not in _FORMATS:
        return []
    parsed = parse_document(document.content, name=document.path)
    return [
        BrokenLink(
            document.path, document.slug, document.title, link.line, link.href, link.text[:200]
        )
        for link in parsed.links
        if link.link_type in INSIDE
        and (link.link_type is not LinkType.LABEL or index.lacks_label(link.href))
        and find_target(index, check.kind, document.path, link.href, link.link_type) is None
    ]


_FORMATS = frozenset(FORMATS.values()) - {"openapi", "text"}
