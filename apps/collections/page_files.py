"""Files that an author adds while writing: where they go, and how the page refers to them."""

import hashlib
import uuid
from dataclasses import dataclass

from apps.access.errors import UnsupportedFormatError
from apps.access.principals import Principal
from apps.collections.attaching import attach_file
from apps.collections.attachments import IncomingAttachment
from apps.collections.keys import LONGEST_KEY, name_of, suffix_of
from apps.collections.media import is_image
from apps.collections.models import Attachment
from apps.text.rewriting import Form, encode_path

FOLDER = "attachments"
# What browsers and systems call every picture that is pasted.
NAMELESS = frozenset({"", "image", "blob", "unnamed", "untitled", "screenshot"})
LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class PageFile:
    """A file that was added to a page: its key, and the Markdown that shows or links it."""

    source_key: str
    reference: str


def add_page_file(
    *, user: Principal, collection_id: uuid.UUID, page_key: str, name: str, data: bytes
) -> PageFile:
    """Keep a file in the folder ``attachments`` beside the page.

    The same bytes under the same name are kept once; another file of that name gets a part of its
    hash into its own. Raises what `attach_file` raises.
    """
    folder = "/".join([*page_key.strip().split("/")[:-1], FOLDER])
    key = free_key(collection_id, folder, file_name(name, data), data)
    result = attach_file(user=user, collection_id=collection_id, file=IncomingAttachment(key, data))
    return PageFile(result.source_key, reference_to(result.source_key))


def file_name(name: str, data: bytes) -> str:
    """A name without blanks and control characters; one that says nothing gets a part of the hash.

    Raises `UnsupportedFormatError` for a name without a suffix.
    """
    kept = "".join(c if c.isprintable() else " " for c in name_of(name.replace("\\", "/")))
    cleaned = "-".join(kept.split())
    suffix = suffix_of(cleaned)
    if not suffix:
        raise UnsupportedFormatError("A file needs a suffix that says what it is, such as .png.")
    stem = cleaned[: -len(suffix)].strip(".-")[:LONGEST_NAME]
    if stem.casefold() in NAMELESS:
        stem = f"{stem or 'file'}-{short_hash(data)}"
    return f"{stem}{suffix}"


def free_key(collection_id: uuid.UUID, folder: str, name: str, data: bytes) -> str:
    """The key under which the file is, or can be, kept."""
    key = f"{folder}/{name}"[-LONGEST_KEY:]
    taken = Attachment.objects.filter(collection=collection_id, source_key=key)
    if not taken.exclude(data=hashlib.sha256(data).hexdigest()).exists():
        return key
    suffix = suffix_of(name)
    return f"{folder}/{name.removesuffix(suffix)}-{short_hash(data)}{suffix}"


def short_hash(data: bytes) -> str:
    """Enough of the hash to tell a person's files apart."""
    return hashlib.sha256(data).hexdigest()[:8]


def reference_to(key: str) -> str:
    """An image of a file, or a link to it, as a page beside its folder writes it."""
    name = name_of(key)
    label = name[: -len(suffix_of(name))] if is_image(key) else name
    shown = label.replace("\\", "").replace("[", "(").replace("]", ")")
    path = encode_path(f"{FOLDER}/{name}", form=Form.PLAIN, like="")
    return f"{'!' if is_image(key) else ''}[{shown}]({path})"
