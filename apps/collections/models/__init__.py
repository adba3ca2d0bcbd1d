from apps.collections.models.collections import (
    Collection,
    CollectionGroupGrant,
    CollectionUserGrant,
)
from apps.collections.models.documents import Chunk, Document, Link, LinkState, LinkType
from apps.collections.models.uploads import Upload

__all__ = [
    "Chunk",
    "Collection",
    "CollectionGroupGrant",
    "CollectionUserGrant",
    "Document",
    "Link",
    "LinkState",
    "LinkType",
    "Upload",
]
