from apps.collections.models.attachments import Attachment, AttachmentData
from apps.collections.models.collections import (
    Collection,
    CollectionGroupGrant,
    CollectionUserGrant,
)
from apps.collections.models.documents import Chunk, Document, Link, LinkState, LinkType
from apps.collections.models.drafts import Draft
from apps.collections.models.revisions import Revision, RevisionKind
from apps.collections.models.uploads import Upload

__all__ = [
    "Attachment",
    "AttachmentData",
    "Chunk",
    "Collection",
    "CollectionGroupGrant",
    "CollectionUserGrant",
    "Document",
    "Draft",
    "Link",
    "LinkState",
    "LinkType",
    "Revision",
    "RevisionKind",
    "Upload",
]
