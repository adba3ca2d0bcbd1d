"""Binds the links of a collection to their targets, and finds out which are broken."""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import Q

from apps.collections.attachment_index import load_files
from apps.collections.fragments import has_fragment
from apps.collections.link_index import LinkIndex, Page, aliases_of
from apps.collections.models import Document, Link, LinkState, LinkType
from apps.collections.writing import lock_collection

BATCH = 1000
Progress = Callable[[int, int, str], None]
ItemT = TypeVar("ItemT")

UPDATE = """
UPDATE md_links SET state = row.state, target_document_id = row.target,
                    target_attachment_id = row.file, is_fragment_found = row.is_found
FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::uuid[], %s::boolean[])
     AS row(id, state, target, file, is_found)
LEFT JOIN md_documents ON md_documents.id = row.target
LEFT JOIN md_attachments ON md_attachments.id = row.file
WHERE md_links.id = row.id AND (row.target IS NULL OR md_documents.id IS NOT NULL)
      AND (row.file IS NULL OR md_attachments.id IS NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is stored for one link: its document or attachment, and whether its fragment exists."""

    target: uuid.UUID | None
    file: uuid.UUID | None = None
    is_fragment_found: bool | None = None

    @property
    def state(self) -> LinkState:
        """Resolved when there is a target, broken otherwise."""
        is_found = self.target is not None or self.file is not None
        return LinkState.RESOLVED if is_found else LinkState.BROKEN


@dataclass(frozen=True, slots=True)
class ResolveReport:
    """How the links of a collection stand, and how many were changed by this run."""

    resolved: int
    unresolved: int
    processed: int
    changed: int


def resolve_collection(
    *, collection_id: uuid.UUID, on_progress: Progress | None = None
) -> ResolveReport:
    """Resolve every link that could lead to a document or file; only differences are written.

    No rights are checked: links bind inside their own collection only. Raises `NotFoundError`
    when the collection is deleted meanwhile.
    """
    index, files = load_index(collection_id), load_files(collection_id)
    links = inner_links(collection_id)
    outcomes: dict[uuid.UUID, Outcome] = {}
    for number, link in enumerate(links, start=1):
        key = link.document.source_key
        written = {"source_key": key, "href": link.href, "link_type": link.link_type}
        target = index.resolve(**written)
        file = files.resolve(**written) if target is None else None
        outcomes[link.pk] = Outcome(target, file.id if file else None)
        if on_progress is not None and (number % BATCH == 0 or number == len(links)):
            on_progress(number, len(links), key)
    check_fragments([link for link in links if names_section(link, index)], outcomes)
    changed = [(link.pk, outcomes[link.pk]) for link in links if differs(link, outcomes[link.pk])]
    write_outcomes(collection_id, changed)
    resolved = sum(outcome.state == LinkState.RESOLVED for outcome in outcomes.values())
    return ResolveReport(resolved, len(links) - resolved, len(links), len(changed))


def load_index(collection_id: uuid.UUID) -> LinkIndex:
    """The index of a collection's documents."""
    return LinkIndex(load_pages(collection_id))


def load_pages(collection_id: uuid.UUID) -> Iterator[Page]:
    """What each document of a collection is known by, in the order of their keys."""
    rows = Document.objects.filter(collection=collection_id).order_by("source_key")
    values = rows.values_list("pk", "source_key", "title", "front_matter")
    for pk, key, title, front_matter in values.iterator():
        yield Page(pk, key, title, aliases_of(front_matter))


def inner_links(collection_id: uuid.UUID, condition: Q | None = None) -> list[Link]:
    """The links that may lead to another document, in a fixed order; ``condition`` narrows them."""
    rows = Link.objects.filter(condition or Q(), document__collection=collection_id).exclude(
        link_type__in=[LinkType.ABSOLUTE, LinkType.ANCHOR]
    )
    return list(
        rows.select_related("document")
        .only(
            *("href", "link_type", "state", "target_document", "target_attachment"),
            *("fragment", "is_fragment_found", "document__source_key"),
        )
        .order_by("document__source_key", "line", "pk")
    )


def names_section(link: Link, index: LinkIndex) -> bool:
    """Whether the link has a fragment; in ``[[C# style]]`` the hash is part of a title."""
    is_title = link.link_type == LinkType.WIKI and index.by_title(link.href) is not None
    return bool(link.fragment) and not is_title


def check_fragments(links: Iterable[Link], outcomes: dict[uuid.UUID, Outcome]) -> None:
    """Look up the fragments of resolved links in their targets, each target read once."""
    waiting: dict[uuid.UUID, list[Link]] = {}
    for link in links:
        target = outcomes[link.pk].target
        if target is not None:
            waiting.setdefault(target, []).append(link)
    for ids in batched(waiting, 100):
        pages = Document.objects.filter(pk__in=ids).only("heading_tree", "content")
        for page in pages.iterator():
            for link in waiting[page.pk]:
                found = has_fragment(link.fragment, page.heading_tree, page.content)
                outcomes[link.pk] = replace(outcomes[link.pk], is_fragment_found=found)


def differs(link: Link, outcome: Outcome) -> bool:
    """Whether the stored link says something else."""
    stored = (link.state, link.target_document_id, link.target_attachment_id)
    wanted = (outcome.state, outcome.target, outcome.file)
    return stored != wanted or link.is_fragment_found != outcome.is_fragment_found


def write_outcomes(collection_id: uuid.UUID, changed: Iterable[tuple[uuid.UUID, Outcome]]) -> None:
    """Write the outcomes that differ; a target that has gone in the meantime is left out."""
    for batch in batched(changed, BATCH):
        with transaction.atomic():
            lock_collection(collection_id)
            with connection.cursor() as cursor:
                cursor.execute(
                    UPDATE,
                    [
                        [pk for pk, _ in batch],
                        [outcome.state.value for _, outcome in batch],
                        [outcome.target for _, outcome in batch],
                        [outcome.file for _, outcome in batch],
                        [outcome.is_fragment_found for _, outcome in batch],
                    ],
                )


def batched(items: Iterable[ItemT], size: int) -> Iterator[list[ItemT]]:
    """Runs of at most ``size`` items."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
