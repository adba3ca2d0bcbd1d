"""The folder around everything in a zip: a wrapper to take off, or a part of the keys."""

import re
import unicodedata
import uuid
from typing import BinaryIO

from apps.collections.keys import suffix_of
from apps.collections.models import Attachment, Document
from apps.text.archives import ArchiveLimits, common_root

# What browsers and desktops add to the name of a second download or copy.
COPY_MARK = re.compile(r"\s*\(\d+\)$")


def root_to_take_off(
    file: BinaryIO, limits: ArchiveLimits, *, name: str, collection_id: uuid.UUID
) -> str:
    """The top folder (with its slash) that is no part of the keys; empty when there is none.

    It holds everything in the zip, is named like the zip, and the collection has no key below
    it: whoever keeps pages there means the folder. Raises `ArchiveError`.
    """
    root = common_root(file, limits)
    if not root or not is_named_like(root.rstrip("/"), name) or has_keys_below(collection_id, root):
        return ""
    return root


def is_named_like(folder: str, name: str) -> bool:
    """Whether a folder is called as a zip is, perhaps with a branch or version behind it.

    Archives of a repository hold ``name-branch/``, packed folders their own name.
    """
    shown = name.strip()
    stem = shown[: -len(".zip")] if suffix_of(shown) == ".zip" else shown
    stem = folded(COPY_MARK.sub("", stem))
    return bool(stem) and (folded(folder) == stem or folded(folder).startswith(f"{stem}-"))


def folded(text: str) -> str:
    """The text as names are compared that file systems write differently."""
    return unicodedata.normalize("NFC", text).casefold()


def has_keys_below(collection_id: uuid.UUID, folder: str) -> bool:
    """Whether a collection has a document or file whose key begins with that folder."""
    return any(
        model.objects.filter(collection=collection_id, source_key__startswith=folder).exists()
        for model in (Document, Attachment)
    )
