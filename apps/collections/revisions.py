"""The history of a document, for reading."""

import uuid

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.collections.models import Document, Revision
from apps.collections.models.revisions import RevisionQuerySet
from apps.text.differences import TextDiff, compare_texts

HIGHEST_NUMBER = 2**31 - 1


def list_revisions(*, user: Principal, document_id: uuid.UUID) -> RevisionQuerySet:
    """A document's revisions, newest first, without their texts. Raises `NotFoundError`."""
    document = Document.objects.find(user=user, pk=document_id)
    rows = Revision.objects.filter(document=document).select_related("author")
    return rows.defer("content").order_by("-number")


def read_revision(*, user: Principal, document_id: uuid.UUID, number: int) -> Revision:
    """One revision with its text. Raises `NotFoundError`."""
    if not 0 <= number <= HIGHEST_NUMBER:
        raise NotFoundError
    return Revision.objects.find(user=user, document=document_id, number=number)


def diff_revisions(
    *, user: Principal, document_id: uuid.UUID, old: int, new: int, context: int | None = 3
) -> TextDiff:
    """Two revisions side by side (see `compare_texts`). Raises `NotFoundError`."""
    before = read_revision(user=user, document_id=document_id, number=old)
    after = read_revision(user=user, document_id=document_id, number=new)
    return compare_texts(before.content, after.content, context=context)
