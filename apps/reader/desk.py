"""The editor's desk: a collection, the page in work, and what its buttons do."""

import uuid
from dataclasses import dataclass
from functools import partial

from django.http import HttpRequest
from django.urls import reverse

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.documents import DocumentResult
from apps.collections.drafts import (
    discard_draft,
    find_draft,
    keep_draft,
    list_drafts,
    remaining_draft,
)
from apps.collections.editing import Preview, preview, save_document
from apps.collections.models import Collection, Document, Draft
from apps.collections.models.drafts import DraftQuerySet
from apps.collections.seen_drafts import DraftPlace
from apps.reader.addresses import attachment_url, collection_part, document_url, is_key_usable
from apps.reader.lookups import addressed_collection, addressed_document, document_of_id
from apps.reader.writing import Writing, as_stored


@dataclass(frozen=True, slots=True)
class Desk:
    """Who works in which collection on what; ``document`` is None for a new page."""

    user: Principal
    collection: Collection
    document: Document | None = None

    @property
    def page(self) -> Document:
        """The document, where there must be one."""
        assert self.document is not None
        return self.document

    def draft(self) -> Draft | None:
        """The author's draft of the document, if there is one."""
        if self.document is None:
            return None
        return find_draft(
            user=self.user, collection_id=self.collection.pk, document_id=self.document.pk
        )

    def preview(self, writing: Writing) -> Preview:
        """The page as it would look, its links leading to pages."""
        return preview(
            user=self.user,
            collection_id=self.collection.pk,
            source_key=self.key_of(writing),
            content=writing.content,
            page_address=self.page_address,
            file_address=partial(attachment_url, self.collection),
        )

    def page_address(self, key: str, fragment: str) -> str:
        """Where the page of that key stands."""
        part = collection_part(self.collection)
        url = reverse("document", args=[part, key]) if is_key_usable(key) else "#"
        return f"{url}#{fragment}" if fragment else url

    def keep(self, writing: Writing, *, unless_finished: bool = False) -> Draft:
        """Keep a draft over the one that this tab has seen; see `keep_draft` for errors."""
        return keep_draft(
            user=self.user,
            collection_id=self.collection.pk,
            content=writing.content,
            document_id=self.document.pk if self.document else None,
            source_key=self.key_of(writing),
            title=writing.title,
            message=writing.message,
            base_version=max(0, writing.base_version),
            seen=writing.seen,
            unless_finished=unless_finished,
        )

    def drop(self, writing: Writing) -> Draft | None:
        """Throw the author's draft away, if it is still there; one that is newer is given back."""
        draft = self.draft()
        if self.document is None and writing.draft_id is not None:
            draft = self.new_drafts().filter(pk=writing.draft_id).first()
        if draft is not None and writing.seen.is_latest(draft):
            discard_draft(user=self.user, draft_id=draft.pk)
            return None
        return draft

    def left(self, writing: Writing, result: DocumentResult) -> Draft | None:
        """The draft from another tab that publishing has left."""
        place = DraftPlace(self.user, self.collection.pk, result.document_id, result.source_key)
        return remaining_draft(place=place, seen=writing.seen)

    def new_drafts(self) -> DraftQuerySet:
        """The author's drafts of new pages in this collection."""
        rows = list_drafts(user=self.user, collection_id=self.collection.pk)
        return rows.filter(document=None)

    def publish(self, writing: Writing) -> DocumentResult:
        """Store the page upon the version it was begun with; see `save_document` for errors."""
        return save_document(
            user=self.user,
            collection_id=self.collection.pk,
            source_key=self.key_of(writing),
            content=as_stored(writing.content, self.document.content if self.document else ""),
            title=writing.title,
            message=writing.message,
            expected_version=writing.base_version,
            draft=writing.seen,
        )

    def key_of(self, writing: Writing) -> str:
        """The key of the document, or the one that a new page is to have."""
        return self.document.source_key if self.document else writing.source_key

    @property
    def address(self) -> str:
        """Where the editor's form is sent: by the id, which outlives a renaming."""
        part = collection_part(self.collection)
        if self.document is None:
            return reverse("new_page", args=[part])
        return reverse("document_edit", args=[part, self.document.pk])

    def leave(self) -> str:
        """Where the author goes when there is nothing left to do."""
        if self.document is None:
            return reverse("collection", args=[collection_part(self.collection)])
        return document_url(self.collection, self.document)


def desk_of_key(request: HttpRequest, collection: str, key: str) -> Desk:
    """The desk for a document by its key. Raises `NotFoundError` or `ForbiddenError`."""
    found = addressed_collection(request, collection, Action.WRITE)
    document, is_twin = addressed_document(request.user, found, key)
    if is_twin:
        raise NotFoundError
    return Desk(request.user, found, document)


def desk_of_id(request: HttpRequest, collection: str, document_id: uuid.UUID) -> Desk:
    """The desk for a document by its id. Raises `NotFoundError` or `ForbiddenError`."""
    found = addressed_collection(request, collection, Action.WRITE)
    return Desk(request.user, found, document_of_id(request.user, found, document_id))


def desk_of_new(request: HttpRequest, collection: str) -> Desk:
    """The desk for a new page. Raises `NotFoundError` or `ForbiddenError`."""
    return Desk(request.user, addressed_collection(request, collection, Action.WRITE))
