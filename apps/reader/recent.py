"""What changed lately."""

from apps.access.principals import Principal
from apps.collections.models import Document
from apps.reader.lookups import readable_collections


def recent_documents(user: Principal, *, limit: int) -> list[Document]:
    """The documents edited last among those the user can read, newest first, with collections."""
    rows = Document.objects.visible_to(user).only(
        "source_key", "title", "content_updated_at", "collection_id"
    )
    documents = list(rows.order_by("-content_updated_at", "-pk")[:limit])
    owners = readable_collections(user).in_bulk({row.collection_id for row in documents})
    for document in documents:
        document.collection = owners[document.collection_id]
    return documents
