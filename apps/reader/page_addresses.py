"""Where the pages around a document stand: its editor, its history, renaming, reviews.

Editor and history stand below the document's own address (``…/edit``, ``…/history``). A document
whose key ends just so keeps that address for itself; the editor of the other one, like that of a
document whose key cannot stand in a path, is reached by the id, as all the other pages are.
"""

from typing import Any

from django.urls import reverse

from apps.access.principals import Principal
from apps.collections.models import Collection, Document
from apps.reader.addresses import collection_part, is_key_usable

BELOW_THE_KEY = ("edit", "history")


def document_page_url(
    collection: Collection, document: Document, page: str, *parts: int, user: Principal
) -> str:
    """The URL of a page around a document, by the name of its route without ``document_``."""
    part = collection_part(collection)
    by_id = reverse(f"document_{page}", args=[part, document.pk, *parts])
    if page in BELOW_THE_KEY and is_key_usable(document.source_key):
        is_free = page not in taken_pages(user, collection, document)
        return reverse(page, args=[part, document.source_key]) if is_free else by_id
    return by_id


def taken_pages(user: Principal, collection: Collection, document: Document) -> set[str]:
    """Which of the addresses below a document's own belong to documents; asked once for a row."""
    taken: set[str] | None = getattr(document, "taken_pages", None)
    if taken is None:
        keys = [f"{document.source_key}/{page}" for page in BELOW_THE_KEY]
        rows = Document.objects.visible_to(user).filter(collection=collection, source_key__in=keys)
        taken = {key.rsplit("/", 1)[1] for key in rows.values_list("source_key", flat=True)}
        document.taken_pages = taken  # type: ignore[attr-defined]
    return taken


def tag_url(context: dict[str, Any], collection: Any, document: Any, page: str, *parts: int) -> str:
    """The same for templates, where the visitor stands in the context."""
    user = context["request"].user
    return document_page_url(collection, document, page, *parts, user=user)
