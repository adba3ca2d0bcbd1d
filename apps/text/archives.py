"""Read zip archives that strangers made: counted while streaming, nothing taken on trust."""

import re
import unicodedata
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from apps.text.errors import ArchiveError
from apps.text.zip_directory import ZipMember, data_offset, read_directory

RATIO_FLOOR = 1024 * 1024
"""Unpacked bytes below which the ratio is not looked at: short repetitive text packs well."""

_PIECE = 64 * 1024
_STORED, _DEFLATED = 0, 8
_LONGEST_PATH = 1024
_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|$)", re.IGNORECASE)
_LITTER = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may hold. `ratio` is unpacked bytes over packed bytes of the whole."""

    packed_bytes: int = 100 * 1024 * 1024
    unpacked_bytes: int = 500 * 1024 * 1024
    ratio: int = 100
    entries: int = 10_000
    entry_bytes: int = 10 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ArchiveEntry:
    """One file of an archive: either `data`, or `error`, a sentence that says why not.

    `path` uses `/`, is relative and in Unicode form NFC. With an error it is for display only.
    """

    path: str
    data: bytes | None
    error: str | None


def read_archive(
    file: BinaryIO, limits: ArchiveLimits, *, strip_root: bool = True
) -> Iterator[ArchiveEntry]:
    """Yield the files of a zip in directory order; folders and system litter are left out.

    With `strip_root`, a single folder that holds everything is taken off the paths. A bad entry
    comes with an error and the others go on. Raises ArchiveError, before the first entry or in
    the midst, when the archive as a whole is no zip, damaged, a bomb or over a limit.
    """
    size = file.seek(0, 2)
    if size > limits.packed_bytes:
        raise ArchiveError(f"The archive is larger than {limits.packed_bytes} bytes.")
    members = read_directory(file, size, max_entries=limits.entries)
    budget = _Budget(limits, size)
    budget.expect(members)
    return _entries(file, [m for m in members if not _is_skipped(m)], budget, strip_root)


class _Budget:
    """Counts what really came out of an archive."""

    def __init__(self, limits: ArchiveLimits, size: int) -> None:
        self.limits = limits
        self.size = size
        self.unpacked = 0

    def expect(self, members: Sequence[ZipMember]) -> None:
        """Refuse early what by its own claims cannot fit."""
        self._check_ratio(sum(m.size for m in members))
        self._check_size(sum(m.size for m in members if m.size <= self.limits.entry_bytes))

    def spend(self, count: int) -> None:
        self.unpacked += count
        self._check_ratio(self.unpacked)
        self._check_size(self.unpacked)

    def _check_size(self, unpacked: int) -> None:
        if unpacked > self.limits.unpacked_bytes:
            raise ArchiveError(f"The archive unpacks to over {self.limits.unpacked_bytes} bytes.")

    def _check_ratio(self, unpacked: int) -> None:
        if unpacked > max(RATIO_FLOOR, self.size * self.limits.ratio):
            raise ArchiveError(f"The archive unpacks to over {self.limits.ratio} times its size.")


def _entries(
    file: BinaryIO, members: Sequence[ZipMember], budget: _Budget, strip_root: bool
) -> Iterator[ArchiveEntry]:
    named = [(member, *_safe_path(member.name)) for member in members]
    prefix = _shared_root([path for _, path, error in named if error is None]) if strip_root else ""
    seen: set[str] = set()
    for member, full_path, name_error in named:
        path = full_path if name_error else full_path.removeprefix(prefix)
        error = name_error or _refusal(member, budget.limits)
        if error is None and path in seen:
            error = "The archive holds this path twice; the first one was taken."
        if error is None:
            seen.add(path)
            yield _unpacked(file, member, path, budget)
        else:
            yield ArchiveEntry(path, None, error)


def _is_skipped(member: ZipMember) -> bool:
    segments = member.name.split("/")
    return member.is_folder or segments[0] == "__MACOSX" or segments[-1] in _LITTER


def _safe_path(name: str) -> tuple[str, str | None]:
    """Return the path to use and None, or a printable path and why it is refused."""
    path = "/".join(s for s in unicodedata.normalize("NFC", name).split("/") if s not in ("", "."))
    error = _name_error(name, path)
    return (path, None) if error is None else (_CONTROL.sub("\ufffd", name)[:_LONGEST_PATH], error)


def _name_error(name: str, path: str) -> str | None:
    if _CONTROL.search(name):
        return "The name contains control characters."
    if "\ufffd" in name:
        return "The name is not valid UTF-8."
    if "\\" in name:
        return "The name contains a backslash."
    if name.startswith("/") or _DRIVE.match(name):
        return "The name is an absolute path."
    segments = path.split("/")
    if ".." in segments:
        return "The name climbs out of its folder."
    if any(_RESERVED.match(segment) for segment in segments):
        return "The name is reserved on Windows."
    if not path or len(path) > _LONGEST_PATH:
        return "The name is empty." if not path else "The name is too long."
    return None


def common_root(file: BinaryIO, limits: ArchiveLimits) -> str:
    """The one folder, with its slash, that all files of a zip are in; empty when there is none.

    Only the directory is read. Raises ArchiveError.
    """
    members = read_directory(file, file.seek(0, 2), max_entries=limits.entries)
    named = [_safe_path(member.name) for member in members if not _is_skipped(member)]
    return _shared_root([path for path, error in named if error is None])


def _shared_root(paths: Sequence[str]) -> str:
    roots = {path.partition("/")[0] for path in paths}
    if len(roots) != 1 or not all("/" in path for path in paths):
        return ""
    return roots.pop() + "/"


def _refusal(member: ZipMember, limits: ArchiveLimits) -> str | None:
    if member.is_special:
        return "Symbolic links and special files are not followed."
    if member.is_encrypted:
        return "The file is encrypted."
    if member.method not in (_STORED, _DEFLATED):
        return "The file is packed by a method that is not supported (only deflate is)."
    if member.size > limits.entry_bytes:
        return f"The file is larger than {limits.entry_bytes} bytes."
    return None


def _unpacked(file: BinaryIO, member: ZipMember, path: str, budget: _Budget) -> ArchiveEntry:
    start = data_offset(file, member)
    if start is None:
        return ArchiveEntry(path, None, "The file's header does not match the directory.")
    file.seek(start)
    data = bytearray()
    try:
        for piece in _pieces(file, member):
            budget.spend(len(piece))
            data += piece
            if len(data) > budget.limits.entry_bytes:
                error = f"The file is larger than {budget.limits.entry_bytes} bytes."
                return ArchiveEntry(path, None, error)
    except (zlib.error, EOFError):
        return ArchiveEntry(path, None, "The packed data is damaged or cut off.")
    if zlib.crc32(data) != member.crc:
        return ArchiveEntry(path, None, "The checksum does not match; the file is damaged.")
    return ArchiveEntry(path, bytes(data), None)


def _pieces(file: BinaryIO, member: ZipMember) -> Iterator[bytes]:
    """Yield the unpacked bytes in pieces of bounded size; EOFError if the data ends too early."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS) if member.method == _DEFLATED else None
    left = member.packed
    while left > 0:
        packed = file.read(min(_PIECE, left))
        if not packed:
            raise EOFError
        left -= len(packed)
        if inflater is None:
            yield packed
            continue
        while packed and not inflater.eof:
            yield inflater.decompress(packed, _PIECE)
            packed = inflater.unconsumed_tail
    if inflater is not None and not inflater.eof:
        yield from _rest(inflater)


def _rest(inflater: "zlib._Decompress") -> Iterator[bytes]:
    """Yield what the inflater still holds; it ends in bounded steps or the data was cut off."""
    while not inflater.eof:
        piece = inflater.decompress(inflater.unconsumed_tail, _PIECE)
        if not piece and not inflater.eof:
            raise EOFError
        yield piece
