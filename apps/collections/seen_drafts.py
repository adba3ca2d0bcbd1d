"""Drafts in several tabs: what each tab has seen, so that none writes over another unseen."""

import uuid
from dataclasses import dataclass
from typing import ClassVar

from django.db.models import F, Q

from apps.access.errors import ConflictError
from apps.access.principals import Principal
from apps.collections.models import Document, Draft, Revision
from apps.collections.models.drafts import DraftQuerySet

NEWER = "There is a newer draft from another tab."
ANOTHER = "You have another draft with this key."
FINISHED = "This draft has been published or thrown away since."
PUBLISHED = "You have published this page since."


class StaleDraftError(ConflictError):
    """A draft would be written over or brought back unseen; ``newer`` is the one that stands."""

    code: ClassVar[str] = "STALE_DRAFT"

    def __init__(self, message: str, newer: Draft | None = None) -> None:
        super().__init__(message)
        self.newer = newer


@dataclass(frozen=True, slots=True)
class SeenDraft:
    """The draft that a text goes back to; version 0 when its author has seen none."""

    id: uuid.UUID | None = None
    version: int = 0

    def is_latest(self, draft: Draft) -> bool:
        """Whether the stored draft is still the one that was seen."""
        return draft.version == self.version and self.id in {None, draft.pk}


@dataclass(frozen=True, slots=True)
class DraftPlace:
    """The page that a draft is of: a document, or a new page by its key."""

    user: Principal
    collection_id: uuid.UUID
    document_id: uuid.UUID | None = None
    source_key: str = ""

    def drafts(self) -> DraftQuerySet:
        """The user's drafts in the collection."""
        return Draft.objects.visible_to(self.user).filter(collection=self.collection_id)

    def draft(self, seen: SeenDraft | None) -> Draft | None:
        """The draft that is to be written over; that of a new page may have had another key."""
        if self.document_id is not None:
            return self.drafts().filter(document=self.document_id).first()
        new = self.drafts().filter(document=None)
        known = new.filter(pk=seen.id).first() if seen is not None and seen.id else None
        return known or new.filter(source_key=self.source_key).first()

    def all_drafts(self, seen: SeenDraft | None) -> DraftQuerySet:
        """Every draft of this page: of the document, of its key, and the one that was seen."""
        here = Q(document=None, source_key=self.source_key)
        if self.document_id is not None:
            here |= Q(document=self.document_id)
        if seen is not None and seen.id is not None:
            here |= Q(document=None, pk=seen.id)
        return self.drafts().filter(here)

    def check_newest(self, draft: Draft | None, seen: SeenDraft | None) -> None:
        """Raise `StaleDraftError` unless writing over ``draft`` loses nothing unseen."""
        if draft is None or seen is None:
            return
        if not seen.is_latest(draft):
            raise StaleDraftError(NEWER if seen.id in {None, draft.pk} else ANOTHER, draft)
        if self.document_id is None and draft.source_key != self.source_key:
            other = self.drafts().filter(document=None, source_key=self.source_key).first()
            if other is not None:
                raise StaleDraftError(ANOTHER, other)


def check_unfinished(place: DraftPlace, base_version: int, seen: SeenDraft) -> None:
    """Refuse a draft that is not there any more: published or thrown away since.

    Raises `StaleDraftError`. What somebody else has published is no end: the author will see
    both texts.
    """
    if seen.version > 0:
        raise StaleDraftError(FINISHED)
    rows = Document.objects.visible_to(place.user).filter(collection=place.collection_id)
    same = Q(pk=place.document_id) if place.document_id else Q(source_key=place.source_key)
    own = Revision.objects.filter(author=place.user.pk, number=F("document__version"))
    if own.filter(document__in=rows.filter(same), number__gt=base_version).exists():
        raise StaleDraftError(PUBLISHED)
