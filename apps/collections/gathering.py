"""Documents out of a folder, a zip or a single file; everything else is named, not guessed at."""

import os
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from apps.access.errors import InvalidRequestError, UnsupportedFormatError
from apps.collections.archive_roots import root_to_take_off
from apps.collections.attachments import (
    AttachmentResult,
    IncomingAttachment,
    attachment_too_large,
)
from apps.collections.checking import too_large
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.files_on_disk import NotAFileError, SymlinkError, open_regular
from apps.collections.ingest import Item
from apps.collections.keys import DOCUMENT_SUFFIXES, check_format, suffix_of
from apps.collections.manifest import MANIFEST_NAME, NO_MANIFEST, Manifest, read_manifest
from apps.collections.media import is_attachment
from apps.repos.archives import archive_limits
from apps.text.archives import ArchiveEntry, read_archive
from apps.text.zip_directory import read_directory

LITTER = frozenset({"__MACOSX", "Thumbs.db", "desktop.ini"})


class Gathering:
    """Iterates over what can be taken in; ``total`` counts files, ``skipped`` is filled on the way.

    Skipped without an entry are dotfiles and the litter of operating systems. ``taken_off``
    is the folder that the keys of a zip's files do without, with its slash, or empty.
    """

    taken_off = ""

    def __init__(self) -> None:
        self.total = 0
        self.skipped: list[str] = []
        self.manifest: Manifest = NO_MANIFEST

    def __iter__(self) -> Iterator[Item]:
        raise NotImplementedError

    def meet(self, collection_id: uuid.UUID) -> None:
        """Settle what depends on the collection that all goes into, before it is iterated over."""

    @property
    def passed_over(self) -> int:
        """How many of the files in ``total`` were skipped; folders and the manifest are none."""
        return sum(not path.endswith("/") for path in self.skipped)

    def is_skipped(self, path: str) -> bool:
        """Whether a file is quietly left out; noted in ``skipped`` if so."""
        if path in self.manifest or not is_litter(path):
            return False
        if path != MANIFEST_NAME:
            self.skipped.append(path)
        return True

    def document(self, path: str, data: bytes) -> Item:
        """The document or attachment in a file, or the entry of a file that is neither."""
        entry = self.manifest.get(path)
        source_key = entry.source_key if entry else path
        if is_attachment(source_key):
            return IncomingAttachment(source_key, data)
        if entry:
            return IncomingDocument(entry.source_key, data, entry.title)
        refused = unsupported(path)
        return refused or IncomingDocument(path, data)


class FolderGathering(Gathering):
    """The files below a folder, by relative path; symbolic links are not followed."""

    def __init__(self, root: Path) -> None:
        super().__init__()
        self.root = root
        manifest = root / MANIFEST_NAME
        if manifest.is_file() and not manifest.is_symlink():
            self.manifest = read_manifest(manifest.read_bytes())
        self.paths = sorted(self.walk())
        self.total = sum(path != MANIFEST_NAME for path in self.paths)

    def walk(self) -> Iterator[str]:
        """Relative paths of the files, without hidden folders."""
        for folder, names, files in os.walk(self.root):
            where = Path(folder)
            for name in [name for name in names if self.leaves_out(where / name)]:
                names.remove(name)
                self.skipped.append(f"{self.relative(where / name)}/")
            yield from (self.relative(where / name) for name in files)

    def leaves_out(self, folder: Path) -> bool:
        """Whether a folder is not entered: hidden, litter, or a link to somewhere else."""
        if folder.is_symlink():
            return True
        prefix = f"{self.relative(folder)}/"
        return is_hidden(folder.name) and not any(p.startswith(prefix) for p in self.manifest)

    def relative(self, path: Path) -> str:
        """The path below the root, with forward slashes."""
        return path.relative_to(self.root).as_posix()

    def __iter__(self) -> Iterator[Item]:
        for path in self.paths:
            if not self.is_skipped(path):
                yield self.read(path)

    def read(self, path: str) -> Item:
        """One file, or the entry that says why it cannot be read."""
        is_known = path in self.manifest or is_attachment(path)
        try:
            with open_regular(self.root / path) as file:
                refused: Item | None = None if is_known else unsupported(path)
                refused = refused or oversized(path, os.fstat(file.fileno()).st_size)
                return refused or self.document(path, file.read())
        except SymlinkError as error:
            return entry_kind(path).refused(path, "SYMLINK", str(error))
        except NotAFileError as error:
            return entry_kind(path).refused(path, "NOT_A_FILE", str(error))
        except OSError as error:
            return entry_kind(path).refused(path, "UNREADABLE", f"{error.strerror}.")


class ArchiveGathering(Gathering):
    """The files of a zip. Raises `ArchiveError` when the archive as a whole cannot be used.

    ``name`` is what the zip is called; what to take off may be known from earlier.
    """

    def __init__(self, file: BinaryIO, *, name: str = "", taken_off: str = "") -> None:
        super().__init__()
        self.file, self.name, self.taken_off = file, name, taken_off
        most = settings.PRESSMARK.limits
        self.limits = archive_limits(entry_bytes=max(most.document_bytes, most.attachment_bytes))
        self.entries = read_archive(file, self.limits, strip_root=False)
        size = file.seek(0, os.SEEK_END)
        members = read_directory(file, size, max_entries=self.limits.entries)
        files = [member for member in members if not member.is_folder]
        self.total = sum(member.name != MANIFEST_NAME for member in files)

    def meet(self, collection_id: uuid.UUID) -> None:
        """Find the folder around everything that is no part of the keys."""
        self.taken_off = root_to_take_off(
            self.file, self.limits, name=self.name, collection_id=collection_id
        )

    def __iter__(self) -> Iterator[Item]:
        for packed in self.entries:
            entry = replace(packed, path=packed.path.removeprefix(self.taken_off))
            if entry.path == MANIFEST_NAME and entry.data is not None and not self.manifest:
                self.manifest = read_manifest(entry.data)
            elif not self.is_skipped(entry.path):
                yield self.read(entry)

    def read(self, entry: ArchiveEntry) -> Item:
        """One file of the archive, or the entry that says why it was left out."""
        if entry.data is None:
            return entry_kind(entry.path).refused(entry.path, "archive", entry.error or "Damaged.")
        return self.document(entry.path, entry.data)


class FileGathering(Gathering):
    """A single file, under its own name."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.total = 1

    def __iter__(self) -> Iterator[Item]:
        refused = oversized(self.file.name, self.file.stat().st_size)
        yield refused or self.document(self.file.name, self.file.read_bytes())


@contextmanager
def gather_path(path: Path) -> Iterator[Gathering]:
    """What a path on this machine holds, open as long as the context is: for the operator only.

    Raises `InvalidRequestError` when there is nothing to read, `ArchiveError` for a bad zip.
    """
    with ExitStack() as stack:
        try:
            if path.is_dir():
                gathering: Gathering = FolderGathering(path)
            elif path.is_file():
                file = stack.enter_context(path.open("rb"))
                is_zip = suffix_of(path.name) == ".zip"
                gathering = (
                    ArchiveGathering(file, name=path.name) if is_zip else FileGathering(path)
                )
            else:
                raise InvalidRequestError.for_field("path", f"There is no file or folder {path}.")
        except OSError as error:
            raise InvalidRequestError.for_field("path", f"{path}: {error.strerror}.") from None
        yield gathering


def entry_kind(path: str) -> type[DocumentResult] | type[AttachmentResult]:
    """Of which kind the entry for a file is that cannot be taken in."""
    return AttachmentResult if is_attachment(path) else DocumentResult


def oversized(path: str, size: int) -> Item | None:
    """The entry for a file over its limit, which is not read at all; None for any other."""
    limits = settings.PRESSMARK.limits
    is_file = is_attachment(path)
    if size <= (limits.attachment_bytes if is_file else limits.document_bytes):
        return None
    return entry_kind(path).for_error(path, attachment_too_large() if is_file else too_large())


def is_hidden(name: str) -> bool:
    """Whether a file or folder is a dotfile or litter; ``..`` is neither, it is an attack."""
    return (name.startswith(".") and name not in {".", ".."}) or name in LITTER


def is_litter(path: str) -> bool:
    """Whether a path is obviously no document and worth no word."""
    return any(is_hidden(segment) for segment in path.split("/"))


def unsupported(path: str) -> DocumentResult | None:
    """The entry for a file whose suffix is no document's, None for a document."""
    if suffix_of(path) in DOCUMENT_SUFFIXES:
        return None
    try:
        check_format(path)
    except UnsupportedFormatError as error:
        return DocumentResult.for_error(path, error)
    known = " ".join(DOCUMENT_SUFFIXES)
    reason = f"A file without a suffix is no document here; the suffixes taken in are {known}."
    return DocumentResult.refused(path, UnsupportedFormatError.code, reason)
