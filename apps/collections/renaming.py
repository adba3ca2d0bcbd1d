"""A document under another key: the same document, with its history and its backlinks."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import Q

from apps.access.errors import ConflictError, DomainError, FieldError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.building import BuiltDocument, build_document
from apps.collections.checking import check_document
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.history import LONGEST_MESSAGE, Cause, check_message
from apps.collections.keys import check_format, clean_key, name_of
from apps.collections.link_index import LinkIndex
from apps.collections.models import Document, LinkState, RevisionKind
from apps.collections.relinking import Move, Relinker
from apps.collections.resolve import inner_links, load_pages
from apps.collections.writing import (
    check_version,
    lock_collection,
    rewrite_document,
    write_documents,
)
from apps.text.labels import label_anchors
from apps.text.parse import format_of
from apps.text.structure import ParsedDocument


@dataclass(frozen=True, slots=True)
class RenameResult:
    """A renamed document.

    ``updated`` are the keys of the other pages whose links were rewritten, ``left_over`` those
    with a link that could not be; they show up among the broken links.
    """

    document_id: uuid.UUID
    source_key: str
    updated: tuple[str, ...]
    left_over: tuple[str, ...]
    result: DocumentResult


@transaction.atomic
def rename_document(
    *,
    user: Principal,
    document_id: uuid.UUID,
    source_key: str,
    update_links: bool = False,
    expected_version: int | None = None,
    message: str = "",
) -> RenameResult:
    """Move a document to another key of its collection; links from and to it are tried again.

    With ``update_links`` the pages that link to it get new targets, and so do its own relative
    links, in one revision each and without another byte changed. Raises `NotFoundError`,
    `ForbiddenError`, `InvalidRequestError`, `UnsupportedFormatError`, `PreconditionFailedError`,
    or `ConflictError` when the key is taken.
    """
    found = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    key = clean_key(source_key)
    check_format(key)
    lock_collection(found.collection_id)
    document = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    check_version(document, expected_version)
    check_key_is_free(document, key)
    old_key = document.source_key
    written = check_message(message) or f"Renamed from {old_key}"[:LONGEST_MESSAGE]
    built = rebuilt(document, key, document.content)
    relinked: list[BuiltDocument] = []
    left_over: list[str] = []
    if update_links and key != old_key:
        move = plan_move(document, built)
        own, is_whole = relink(document, move)
        built = own or built
        left_over = [] if is_whole else [key]
        for page in linking_pages(document, move):
            changed, is_whole = relink(page, move)
            relinked += [changed] if changed else []
            left_over += [] if is_whole else [page.source_key]
    cause = Cause(RevisionKind.RENAMED, written)
    result = rewrite_document(user=user, document=document, built=built, cause=cause)
    if relinked:
        note = f"Links follow {old_key} to {key}"[:LONGEST_MESSAGE]
        write_documents(
            user=user,
            collection_id=document.collection_id,
            built=relinked,
            cause=Cause(RevisionKind.EDITED, note),
        )
    updated = tuple(one.checked.source_key for one in relinked)
    return RenameResult(document.pk, key, updated, tuple(left_over), result)


def check_key_is_free(document: Document, key: str) -> None:
    """Raise `ConflictError` when another document of the collection has the key."""
    same = Document.objects.filter(collection=document.collection_id, source_key=key)
    if same.exclude(pk=document.pk).exists():
        message = f"There is already a document with the key {key}."
        raise ConflictError(message, field_errors=[FieldError("source_key", message)])


def rebuilt(document: Document, key: str, content: str) -> BuiltDocument:
    """A stored document's build under a key and with a text, its given title kept."""
    checked = check_document(IncomingDocument(key, content))
    return build_document(replace(checked, given_title=document.given_title))


def plan_move(document: Document, built: BuiltDocument) -> Move:
    """The collection before the move, and after it."""
    pages = {page.id: page for page in load_pages(document.collection_id)}
    before = LinkIndex(pages.values())
    key = built.checked.source_key
    title = document.given_title or built.parsed.title or name_of(key)
    labels = tuple(label_anchors(built.parsed.labels).items())
    page = replace(pages[document.pk], source_key=key, title=title, labels=labels)
    pages[document.pk] = page
    after = LinkIndex(pages.values())
    return Move(document.pk, document.source_key, key, before, after, pages)


def linking_pages(document: Document, move: Move) -> Iterable[Document]:
    """The other pages with a link that the move would break, by key."""
    may_lead_here = Q(target_document=document) | Q(state__in=[LinkState.PENDING, LinkState.BROKEN])
    ids = {
        link.document_id
        for link in inner_links(document.collection_id, may_lead_here)
        if move.is_hit(link.document.source_key, link.href, link.link_type)
    }
    rows = Document.objects.filter(pk__in=ids - {document.pk}).order_by("source_key")
    return rows.only("collection", "source_key", "content", "given_title").iterator(chunk_size=50)


def relink(page: Document, move: Move) -> tuple[BuiltDocument | None, bool]:
    """A page's build with new targets, None without any; and whether none had to be left.

    The new text counts only if it parses to the same links with the planned targets.
    """
    relinker = Relinker(move, page.source_key)
    before = rebuilt(page, page.source_key, page.content)
    if format_of(page.source_key) not in ("markdown", "mdx"):
        return None, not relinker.leaves_behind(before.parsed.links)
    try:
        text = relinker.rewrite(page.content)
        has_left_over = relinker.has_left_over or relinker.leaves_behind(before.parsed.links)
        if text == page.content:
            return None, not has_left_over
        after = rebuilt(page, relinker.new_key, text)
    except DomainError:  # the longer targets may carry the page over the limit
        return None, False
    if not is_as_planned(before.parsed, after.parsed, relinker):
        return None, False
    return after, not has_left_over


def is_as_planned(before: ParsedDocument, after: ParsedDocument, relinker: Relinker) -> bool:
    """Whether a page has the same links as before, those that were rewritten with a new target."""
    if len(before.links) != len(after.links):
        return False
    return all(
        new.href in relinker.hrefs.get((old.href, old.link_type), {old.href})
        for old, new in zip(before.links, after.links, strict=True)
    )
