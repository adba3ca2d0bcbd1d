"""The rows behind an address, found under the access rule."""

import unicodedata
import uuid

from django.db.models import Exists, Max, OuterRef
from django.db.models.functions import Lower
from django.http import HttpRequest

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.catalogue import find_collection
from apps.collections.models import Attachment, Collection, Document
from apps.collections.models.collections import CollectionQuerySet

TWIN_SUFFIX = ".md"


def readable_collections(user: Principal) -> CollectionQuerySet:
    """What the user can read, with ``has_namesake`` telling names that do not identify one."""
    visible = Collection.objects.visible_to(user)
    namesakes = visible.filter(name=OuterRef("name")).exclude(pk=OuterRef("pk"))
    return visible.annotate(has_namesake=Exists(namesakes)).order_by(Lower("name"), "pk")


def tell_namesakes(user: Principal, collection: Collection) -> None:
    """Set ``has_namesake`` on a collection that was found otherwise."""
    others = Collection.objects.visible_to(user).exclude(pk=collection.pk)
    has_namesake = others.filter(name=collection.name).exists()
    collection.has_namesake = has_namesake  # type: ignore[attr-defined]


def collections_with_freshness(user: Principal) -> CollectionQuerySet:
    """What the user can read, with ``document_count`` and ``fresh_at`` (None when empty)."""
    return (
        readable_collections(user)
        .with_counts()
        .annotate(fresh_at=Max("documents__content_updated_at"))
        .order_by(Lower("name"), "pk")
    )


def addressed_collection(
    request: HttpRequest, name: str, action: Action = Action.READ
) -> Collection:
    """The collection that a URL names, remembering how it was named. Raises `NotFoundError`."""
    collection = find_collection(user=request.user, name=name, action=action)
    collection.address = name  # type: ignore[attr-defined]
    return collection


def addressed_document(user: Principal, collection: Collection, key: str) -> tuple[Document, bool]:
    """The document of that key, and whether its plain-Markdown twin is meant.

    The twin of ``a/b`` stands at ``a/b.md``, and that of ``a/b.md`` at ``a/b.md.md``, unless a
    document of that very key exists; ``?raw`` reaches it always. Raises `NotFoundError`.
    """
    rows = Document.objects.visible_to(user).filter(collection=collection)
    wanted = unicodedata.normalize("NFC", key)
    keys = [wanted, wanted.removesuffix(TWIN_SUFFIX)]
    found = {document.source_key: document for document in rows.filter(source_key__in=keys)}
    if wanted in found:
        return found[wanted], False
    if keys[1] in found:
        return found[keys[1]], True
    raise NotFoundError


def document_of_id(user: Principal, collection: Collection, document_id: uuid.UUID) -> Document:
    """The document of that id in this collection. Raises `NotFoundError`."""
    rows = Document.objects.visible_to(user).filter(collection=collection)
    document = rows.filter(pk=document_id).first()
    if document is None:
        raise NotFoundError
    return document


def attachment_of_key(user: Principal, collection: Collection, key: str) -> Attachment:
    """The attachment of that key in this collection. Raises `NotFoundError`."""
    rows = Attachment.objects.visible_to(user).filter(collection=collection)
    found = rows.filter(source_key=unicodedata.normalize("NFC", key)).first()
    if found is None:
        raise NotFoundError
    return found
