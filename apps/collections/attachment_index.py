"""Where a link or an image of a document leads among the attachments of its collection.

By place first, as with documents (see `LinkIndex`): from the document's folder, then from the
root, exactly and then in any case of letters; then by base name, when only one file has it.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from apps.access.principals import Principal
from apps.collections.keys import name_of
from apps.collections.link_index import compose, fold
from apps.collections.models import Attachment, Collection
from apps.text.links import is_absolute, normalise_key, split_href
from apps.text.structure import LinkType


@dataclass(frozen=True, slots=True)
class File:
    """What an attachment is known by."""

    id: uuid.UUID
    source_key: str


class AttachmentIndex:
    """Every attachment of one collection, by what it can be linked by."""

    def __init__(self, files: Iterable[File]) -> None:
        self.keys: dict[str, File] = {}
        self.folded: dict[str, File | None] = {}
        self.bases: dict[str, File | None] = {}
        for file in files:
            self.keys[file.source_key] = file
            add_unique(self.folded, fold(file.source_key), file)
            add_unique(self.bases, fold(name_of(file.source_key)), file)

    def resolve(self, *, source_key: str, href: str, link_type: str) -> File | None:
        """The file that a target written in the document ``source_key`` leads to, or None."""
        if not self.keys or is_absolute(href):
            return None
        is_wiki = link_type == LinkType.WIKI
        path = href.partition("#")[0].strip() if is_wiki else split_href(href).path
        if not path:
            return None
        here = normalise_key(path, relative_to=source_key)
        if here is None:
            return None
        root = normalise_key(path, relative_to=None)
        for place in (here, root):
            found = self.by_place(compose(place)) if place else None
            if found is not None:
                return found
        return self.bases.get(fold(name_of(root or here)))

    def by_place(self, place: str) -> File | None:
        """The file kept under a key, in any case of letters if that is clear."""
        return self.keys.get(place) or self.folded.get(fold(place))


def add_unique(names: dict[str, File | None], name: str, file: File) -> None:
    """Note a name; one that several files share answers nothing."""
    names[name] = None if name in names else file


def load_files(collection_id: uuid.UUID) -> AttachmentIndex:
    """The index of a collection's attachments."""
    rows = Attachment.objects.filter(collection=collection_id).order_by("source_key")
    return AttachmentIndex(File(pk, key) for pk, key in rows.values_list("pk", "source_key"))


def attachment_index(*, user: Principal, collection_id: uuid.UUID) -> AttachmentIndex:
    """The same for somebody who may read the collection. Raises `NotFoundError`."""
    return load_files(Collection.objects.find(user=user, pk=collection_id).pk)
