"""Uploaded zips and plain folders: their files, for the mirror."""

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.repos.addresses import Slug, parse_slug
from apps.repos.git.errors import SourceRefusedError
from apps.text.archives import ArchiveLimits, read_archive
from apps.text.errors import ArchiveError

_UNFIT = re.compile(r"[^\w.+-]+")
LOCAL_HOST = "local"


class SourceFiles:
    """Files to import, one after the other; what is left out is noted with a reason."""

    def __init__(self) -> None:
        self.skipped: list[tuple[str, str]] = []

    def zip_files(self, file: BinaryIO) -> Iterator[tuple[str, bytes]]:
        """The files of a zip. Raises `ArchiveError`."""
        for entry in read_archive(file, source_limits()):
            if entry.data is None:
                self.skipped.append((entry.path, entry.error or ""))
            else:
                yield entry.path, entry.data

    def folder_files(self, folder: Path) -> Iterator[tuple[str, bytes]]:
        """The regular files below a folder; links are not followed. Raises `SourceRefusedError`."""
        limits = source_limits()
        left = limits.unpacked_bytes
        for path in _walk(folder):
            name = os.fsencode(path.relative_to(folder).as_posix()).decode("utf-8", "replace")
            data = self._regular(path, name, limits.entry_bytes)
            if data is None:
                continue
            left -= len(data)
            if left < 0:
                raise SourceRefusedError(f"The folder holds over {limits.unpacked_bytes} bytes.")
            yield name, data

    def _regular(self, path: Path, name: str, most: int) -> bytes | None:
        """The bytes of a regular file, or None with a note."""
        try:
            handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            self.skipped.append((name, "It is a link or cannot be read."))
            return None
        with os.fdopen(handle, "rb") as file:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                self.skipped.append((name, "It is no regular file."))
            elif "\ufffd" in name:
                self.skipped.append((name, "The name is not valid UTF-8."))
            elif found.st_size > most:
                self.skipped.append((name, f"The file is larger than {most} bytes."))
            else:
                return file.read()
        return None


def _walk(folder: Path) -> Iterator[Path]:
    for root, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if name != ".git")
        for name in sorted(names):
            yield Path(root, name)


def source_limits() -> ArchiveLimits:
    """The limits on the files of a repository."""
    return archive_limits(entry_bytes=settings.PRESSMARK.limits.document_bytes)


def archive_limits(*, entry_bytes: int) -> ArchiveLimits:
    """The operator's limits on archives, where one file holds at most ``entry_bytes``."""
    limits = settings.PRESSMARK.limits
    return ArchiveLimits(
        packed_bytes=limits.archive_bytes,
        unpacked_bytes=limits.archive_unpacked_bytes,
        ratio=limits.archive_ratio,
        entries=limits.archive_entries,
        entry_bytes=entry_bytes,
    )


def check_archive(file: BinaryIO) -> None:
    """Look at the directory of a zip; rewinds it.

    Raises `TooLargeError`, or `InvalidRequestError` when it is no zip that may be unpacked.
    """
    limits = source_limits()
    if file.seek(0, os.SEEK_END) > limits.packed_bytes:
        raise TooLargeError(f"The archive is larger than {limits.packed_bytes} bytes.")
    try:
        read_archive(file, limits)
    except ArchiveError as error:
        raise InvalidRequestError.for_field("file", error.message) from None
    file.seek(0)


def slug_of_file(namespace: str, name: str) -> Slug:
    """What a folder or a zip is called unless somebody says otherwise."""
    parts = (LOCAL_HOST, namespace, name)
    return parse_slug("/".join(_UNFIT.sub("-", part).strip("-.") or "unnamed" for part in parts))
