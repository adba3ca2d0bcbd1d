"""A collection as a zip that comes back in as it went out."""

import re
import uuid
import zipfile
import zlib
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import count
from tempfile import TemporaryFile
from typing import BinaryIO

from django.http import FileResponse

from apps.access.audit import record_change
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.gathering import is_litter, unsupported
from apps.collections.keys import DOCUMENT_SUFFIXES, suffix_of
from apps.collections.manifest import MANIFEST_NAME, ManifestEntry, write_manifest
from apps.collections.media import ATTACHMENT_SUFFIXES, is_attachment
from apps.collections.models import Attachment, Collection, Document

HIDDEN_FOLDER = ".pressmark"
# Names that readers of archives refuse: devices of Windows, and U+FFFD as a sign of damage.
UNSAFE = re.compile(
    r"(?:^|/)(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|/|$)|\ufffd", re.IGNORECASE
)
EARLIEST = datetime(1980, 1, 1, tzinfo=UTC)
# Text that packs better than this is stored as it is, below the ratio that readers take for a bomb.
HIGHEST_RATIO = 50


def export_collection(*, user: Principal, collection_id: uuid.UUID, out: BinaryIO) -> int:
    """Write a zip of every document and attachment to ``out``; returns how many documents.

    The same rows, the same bytes. Source keys and bytes are exact: importing the zip into the
    collection it came from reports all of them unchanged. Raises `NotFoundError`.
    """
    collection = Collection.objects.find(user=user, action=Action.READ, pk=collection_id)
    documents = Document.objects.filter(collection=collection).order_by("source_key")
    attachments = Attachment.objects.filter(collection=collection).order_by("source_key")
    numbers = count(1)
    pages = [
        ManifestEntry(path_for(source_key, next(numbers)), source_key, given_title or None)
        for source_key, given_title in documents.values_list("source_key", "given_title")
    ]
    files = [
        ManifestEntry(path_for(source_key, next(numbers)), source_key)
        for source_key in attachments.values_list("source_key", flat=True)
    ]
    manifest = write_manifest(
        name=collection.name,
        description=collection.description,
        entries=[entry for entry in pages if needs_word(entry)],
        attachments=[entry for entry in files if needs_word(entry)],
    )
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(file_info(MANIFEST_NAME, EARLIEST), manifest, zipfile.ZIP_DEFLATED)
        texts = documents.values_list("source_key", "content", "content_updated_at")
        written = write_files(
            archive, pages, ((key, text.encode(), at) for key, text, at in texts.iterator(100))
        )
        contents = attachments.values_list("source_key", "data__content", "updated_at")
        write_files(
            archive, files, ((key, bytes(data), at) for key, data, at in contents.iterator(1))
        )
    record_change(
        user=user, action="collection.exported", target=collection, after={"documents": written}
    )
    return written


def export_answer(*, user: Principal, collection: Collection) -> FileResponse:
    """The zip of `export_collection` as a download, from a file that is gone once it is sent.

    Raises `NotFoundError`.
    """
    out = TemporaryFile()  # noqa: SIM115  the answer closes it
    try:
        export_collection(user=user, collection_id=collection.pk, out=out)
    except BaseException:
        out.close()
        raise
    out.seek(0)
    name = f"{collection.name.replace('/', '-')}.zip"
    return FileResponse(out, as_attachment=True, filename=name, content_type="application/zip")


def write_files(
    archive: zipfile.ZipFile,
    entries: Iterable[ManifestEntry],
    files: Iterable[tuple[str, bytes, datetime]],
) -> int:
    """Put keyed contents under their paths, dated by their last edit; returns how many."""
    paths = {entry.source_key: entry.path for entry in entries}
    written = 0
    for source_key, data, edited_at in files:
        # What came in since the manifest was written waits for the next export.
        if source_key in paths:
            archive.writestr(file_info(paths[source_key], edited_at), data, packing_for(data))
            written += 1
    return written


def needs_word(entry: ManifestEntry) -> bool:
    """Whether the file alone would not come back as this document or attachment."""
    if entry.title or entry.path != entry.source_key or is_litter(entry.path):
        return True
    return not is_attachment(entry.path) and unsupported(entry.path) is not None


def path_for(source_key: str, number: int) -> str:
    """Where in the zip a file goes: under its key, unless archives cannot hold that name."""
    if UNSAFE.search(source_key) or source_key.startswith(HIDDEN_FOLDER):
        suffix = suffix_of(source_key)
        is_known = suffix in DOCUMENT_SUFFIXES or suffix in ATTACHMENT_SUFFIXES
        return f"{HIDDEN_FOLDER}/{number:05}{suffix if is_known else '.md'}"
    return source_key


def file_info(path: str, edited_at: datetime) -> zipfile.ZipInfo:
    """An entry dated by the document's last edit."""
    moment = max(edited_at.astimezone(UTC), EARLIEST)
    info = zipfile.ZipInfo(path, moment.timetuple()[:6])
    info.external_attr = 0o644 << 16
    return info


def packing_for(data: bytes) -> int:
    """Deflate, or none for text so repetitive that it would look like a bomb."""
    if len(data) > 4096 and len(zlib.compress(data, 1)) * HIGHEST_RATIO < len(data):
        return zipfile.ZIP_STORED
    return zipfile.ZIP_DEFLATED
