"""Where the links in the chunks of repositories lead, as the reader resolves them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from apps.access.principals import Principal
from apps.documents.building import parsed_name
from apps.documents.models import DocumentKind, RepoDocument, RepoDocumentChunk
from apps.documents.targets import CALLED, INSIDE, PageIndex, find_page
from apps.retrieval.packs.seeds import Seed
from apps.text.parse import parse_document
from apps.text.structure import Link


class Target(NamedTuple):
    """A document that a seed links to, and the section that the link names, or an empty text."""

    document_id: UUID
    fragment: str


def targets_in_repositories(user: Principal, seeds: Sequence[Seed]) -> dict[UUID, list[Target]]:
    """The documents of its repository that the links in each chunk lead to, each once."""
    chunks = [seed.chunk for seed in seeds if isinstance(seed.chunk, RepoDocumentChunk)]
    links = {chunk.pk: links_of(chunk) for chunk in chunks}
    repositories = {chunk.document.repository_id for chunk in chunks if links[chunk.pk]}
    indexes = {pk: index_of(user, pk) for pk in repositories}
    return {
        chunk.pk: list(resolved(chunk, links[chunk.pk], *indexes[chunk.document.repository_id]))
        for chunk in chunks
        if links[chunk.pk]
    }


def links_of(chunk: RepoDocumentChunk) -> list[Link]:
    """The links of a chunk that may lead to another document."""
    document = chunk.document
    if document.kind != DocumentKind.REPO_DOC:
        return []
    parsed = parse_document(chunk.content, name=parsed_name(document.path))
    return [link for link in parsed.links if link.link_type in INSIDE]


def index_of(user: Principal, repository_id: UUID) -> tuple[PageIndex, dict[str, UUID]]:
    """The readable documents of a repository by what links call them, and their ids by slug."""
    rows = list(
        RepoDocument.objects.visible_to(user)
        .filter(repository=repository_id)
        .order_by("path")
        .values_list("slug", "pk", *CALLED)
    )
    return PageIndex(called for _, _, *called in rows), {slug: pk for slug, pk, *_ in rows}


def resolved(
    chunk: RepoDocumentChunk, links: Iterable[Link], index: PageIndex, ids: dict[str, UUID]
) -> Iterator[Target]:
    """The targets of links in their order; the first link to a document counts."""
    seen: set[str] = set()
    for link in links:
        target = find_page(index, chunk.document.path, link.href, link.link_type)
        if target is not None and target.slug not in seen:
            seen.add(target.slug)
            yield Target(ids[target.slug], target.fragment)
