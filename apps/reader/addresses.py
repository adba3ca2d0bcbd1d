"""Where things stand in the reader: the URL of every collection and document.

A name or key that cannot stand in a path (a slash in a name, ``..`` in a key, a name that is a
page of ours or belongs to two collections the visitor can read) is replaced by the UUID.
"""

from django.urls import reverse

from apps.collections.models import Collection, Document

RESERVED_NAMES = frozenset({".", "..", "-", "jobs"})
OWN_PAGES = "-/"
OUTLINE = "llms.txt"


def collection_part(collection: Collection) -> str:
    """The path segment of a collection: what the visitor used, its name, or its UUID."""
    used = getattr(collection, "address", "")
    if used:
        return str(used)
    has_namesake = getattr(collection, "has_namesake", False)
    is_usable = "/" not in collection.name and collection.name not in RESERVED_NAMES
    return collection.name if is_usable and not has_namesake else str(collection.pk)


def collection_url(collection: Collection, page: str = "collection") -> str:
    """The URL of a collection or of one of its own pages, by the name of the route."""
    return reverse(page, args=[collection_part(collection)])


def document_url(collection: Collection, document: Document, anchor: str = "") -> str:
    """The URL of a document of this collection, at a section when an anchor is given."""
    return page_url(collection, document.source_key, str(document.pk), anchor)


def page_url(collection: Collection, key: str, document_id: str, anchor: str = "") -> str:
    """The URL of a document of which only key and id are known."""
    part = collection_part(collection)
    if is_key_usable(key):
        url = reverse("document", args=[part, key])
    else:
        url = reverse("document_by_id", args=[part, document_id])
    return f"{url}#{anchor}" if anchor else url


def is_key_usable(key: str) -> bool:
    """Whether browsers leave a key alone in a path, and no page of ours stands there."""
    is_ours = key == OUTLINE or key.startswith(OWN_PAGES)
    return not is_ours and not {"", ".", ".."} & set(key.split("/"))


def attachment_url(collection: Collection, key: str) -> str:
    """The URL of an attachment of this collection; its key can always stand in a path."""
    return reverse("attachment", args=[collection_part(collection), key])
