"""Binds the links of a collection to their targets, and finds out which are broken."""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeVar

from django.db import connection, transaction
from django.db.models import F, Q

from apps.collections.attachment_index import AttachmentIndex, load_files
from apps.collections.fragments import Places, written_fragment
from apps.collections.link_index import LinkIndex, Page, aliases_of
from apps.collections.models import Document, Link, LinkState, LinkType
from apps.collections.writing import lock_collection

BATCH = 1000
Progress = Callable[[int, int, str], None]
ItemT = TypeVar("ItemT")

UPDATE = """
UPDATE md_links SET state = row.state, target_document_id = row.target,
                    target_attachment_id = row.file, is_fragment_found = row.is_found,
                    fragment = row.fragment
FROM unnest(%s::uuid[], %s::text[], %s::uuid[], %s::uuid[], %s::boolean[], %s::text[])
     AS row(id, state, target, file, is_found, fragment)
LEFT JOIN md_documents ON md_documents.id = row.target
LEFT JOIN md_attachments ON md_attachments.id = row.file
WHERE md_links.id = row.id AND (row.target IS NULL OR md_documents.id IS NOT NULL)
      AND (row.file IS NULL OR md_attachments.id IS NOT NULL)
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is stored for one link: its document or attachment, and whether its fragment exists.

    ``is_elsewhere``: nothing here answers, and something outside of the collection may well.
    """

    target: uuid.UUID | None
    file: uuid.UUID | None = None
    is_fragment_found: bool | None = None
    fragment: str = ""
    is_elsewhere: bool = False

    @property
    def state(self) -> LinkState:
        """Resolved when there is a target, broken otherwise unless it may be elsewhere."""
        if self.target is not None or self.file is not None:
            return LinkState.RESOLVED
        return LinkState.EXTERNAL if self.is_elsewhere else LinkState.BROKEN


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
        outcomes[link.pk] = outcome_of(link, index, files)
        if on_progress is not None and (number % BATCH == 0 or number == len(links)):
            on_progress(number, len(links), key)
    waiting = [link for link in links if names_section(link, index, outcomes[link.pk])]
    check_fragments(waiting, outcomes)
    changed = [(link.pk, outcomes[link.pk]) for link in links if differs(link, outcomes[link.pk])]
    write_outcomes(collection_id, changed)
    resolved = sum(outcome.state == LinkState.RESOLVED for outcome in outcomes.values())
    return ResolveReport(resolved, len(links) - resolved, len(links), len(changed))


def outcome_of(link: Link, index: LinkIndex, files: AttachmentIndex) -> Outcome:
    """Where a link leads, its fragment as it is written and not looked up yet."""
    key, href, link_type = link.document.source_key, link.href, link.link_type
    found = index.find(source_key=key, href=href, link_type=link_type)
    written = written_fragment(href, link_type)
    if found is not None:
        if found.anchor is None:
            return Outcome(found.document, fragment=written)
        return Outcome(found.document, None, True if found.anchor else None, found.anchor)
    if link_type == LinkType.ANCHOR:
        return Outcome(link.document_id, None, False, written)
    if link_type == LinkType.LABEL:
        return Outcome(None, is_elsewhere=not index.lacks_label(href))
    file = files.resolve(source_key=key, href=href, link_type=link_type)
    return Outcome(None, file.id if file else None, fragment=written)


def load_index(collection_id: uuid.UUID) -> LinkIndex:
    """The index of a collection's documents."""
    return LinkIndex(load_pages(collection_id))


def load_pages(collection_id: uuid.UUID) -> Iterator[Page]:
    """What each document of a collection is known by, in the order of their keys."""
    rows = Document.objects.filter(collection=collection_id).order_by("source_key")
    values = rows.values_list("pk", "source_key", "title", "front_matter", "labels")
    for pk, key, title, front_matter, labels in values.iterator():
        pairs = tuple((name, anchor) for name, anchor in labels)
        yield Page(pk, key, title, aliases_of(front_matter), pairs)


def inner_links(collection_id: uuid.UUID, condition: Q | None = None) -> list[Link]:
    """The links that may lead to another document, in a fixed order; ``condition`` narrows them.

    Of those on the page itself only the ones are among them that its own anchors do not answer.
    """
    is_own = Q(target_document=F("document"), is_fragment_found=True)
    rows = Link.objects.filter(condition or Q(), document__collection=collection_id).exclude(
        Q(link_type=LinkType.ABSOLUTE) | Q(link_type=LinkType.ANCHOR) & is_own
    )
    return list(
        rows.select_related("document")
        .only(
            *("href", "link_type", "state", "target_document", "target_attachment"),
            *("fragment", "is_fragment_found", "document__source_key"),
        )
        .order_by("document__source_key", "line", "pk")
    )


def names_section(link: Link, index: LinkIndex, outcome: Outcome) -> bool:
    """Whether a fragment is to be looked up; in ``[[C# style]]`` the hash is part of a title."""
    if not outcome.fragment or outcome.is_fragment_found is not None:
        return False
    is_title = link.link_type == LinkType.WIKI and index.by_title(link.href) is not None
    return not is_title


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
            places = Places(page.heading_tree, page.content)
            for link in waiting[page.pk]:
                found = places.has(outcomes[link.pk].fragment)
                outcomes[link.pk] = replace(outcomes[link.pk], is_fragment_found=found)


def differs(link: Link, outcome: Outcome) -> bool:
    """Whether the stored link says something else."""
    stored = (link.state, link.target_document_id, link.target_attachment_id, link.fragment)
    wanted = (outcome.state, outcome.target, outcome.file, outcome.fragment)
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
                        [outcome.fragment for _, outcome in batch],
                    ],
                )


def batched(items: Iterable[ItemT], size: int) -> Iterator[list[ItemT]]:
    """Runs of at most ``size`` items."""
    iterator = iter(items)
    while batch := list(islice(iterator, size)):
        yield batch
