"""Read the central directory of a zip file, as APPNOTE.TXT 6.3 sections 4.3 and 4.4 lay it out.

The standard library gives up on a whole archive when one name is damaged, and builds an object
for each record before anybody can count them; this reader does neither.
"""

import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from apps.text.errors import ArchiveError

_END = struct.Struct("<4s4H2LH")
_END64_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_RECORD = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT = 65_535
_UNKNOWN = 0xFFFFFFFF
_UTF8_FLAG = 0x800
_AVERAGE_RECORD = 1024
"""Bytes of directory allowed for each entry of the limit; real records take about 100."""


@dataclass(frozen=True, slots=True)
class ZipMember:
    """One record of the directory. Sizes are what the archive claims, not what it holds."""

    raw_name: bytes
    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    mode: int

    @property
    def is_folder(self) -> bool:
        """Whether the record stands for a folder."""
        return self.name.endswith("/") or stat.S_ISDIR(self.mode)

    @property
    def is_encrypted(self) -> bool:
        """Whether a password is needed to read it."""
        return bool(self.flags & 0x41)

    @property
    def is_special(self) -> bool:
        """Whether it is a symbolic link, a device or a pipe."""
        return stat.S_IFMT(self.mode) not in (0, stat.S_IFREG, stat.S_IFDIR)


def read_directory(file: BinaryIO, size: int, *, max_entries: int) -> list[ZipMember]:
    """Return the records of an archive of `size` bytes, in the order of its directory.

    Raises ArchiveError if it is no zip, is cut off, has too many entries, or if entries overlap
    (one packed stream that serves for many files is how the densest bombs are made).
    """
    start, length, shift = _locate(file, size)
    if length > max_entries * _AVERAGE_RECORD + _LONGEST_COMMENT:
        raise ArchiveError(f"The archive has more than {max_entries} entries.")
    file.seek(start)
    members = []
    for member in _records(file.read(length), shift):
        members.append(member)
        if len(members) > max_entries:
            raise ArchiveError(f"The archive has more than {max_entries} entries.")
    _refuse_overlaps(members, start)
    return members


def data_offset(file: BinaryIO, member: ZipMember) -> int | None:
    """Return where the packed bytes of `member` start, or None if its own header disagrees."""
    file.seek(member.offset)
    header = file.read(_LOCAL.size)
    if len(header) < _LOCAL.size:
        return None
    signature, *_, name_length, extra_length = _LOCAL.unpack(header)
    if signature != b"PK\x03\x04" or file.read(name_length) != member.raw_name:
        return None
    return int(member.offset + _LOCAL.size + name_length + extra_length)


def _locate(file: BinaryIO, size: int) -> tuple[int, int, int]:
    """Return start and length of the directory, and how far all offsets are shifted."""
    tail_start = max(0, size - _LONGEST_COMMENT - _END.size)
    file.seek(tail_start)
    tail = file.read()
    found = tail.rfind(b"PK\x05\x06")
    if found < 0 or len(tail) - found < _END.size:
        raise ArchiveError("This is no zip archive, or its end is missing.")
    end = tail_start + found
    *_, length, offset, _comment = _END.unpack_from(tail, found)
    end64 = _locate64(file, end, size)
    if end64 is not None:
        end, length, offset = end64
    start = end - length
    if start < 0 or offset > start:
        raise ArchiveError("The directory of the archive is damaged or cut off.")
    return start, length, start - offset


def _locate64(file: BinaryIO, end: int, size: int) -> tuple[int, int, int] | None:
    """Return end, length and offset of the directory from the zip64 record, if there is one."""
    if end < _END64_LOCATOR.size + _END64.size:
        return None
    file.seek(end - _END64_LOCATOR.size)
    signature, _disk, position, _disks = _END64_LOCATOR.unpack(file.read(_END64_LOCATOR.size))
    if signature != b"PK\x06\x07":
        return None
    for where in (position, end - _END64_LOCATOR.size - _END64.size):
        if where + _END64.size > size:
            continue
        file.seek(where)
        fields = _END64.unpack(file.read(_END64.size))
        if fields[0] == b"PK\x06\x06":
            return where, fields[8], fields[9]
    raise ArchiveError("The directory of the archive is damaged or cut off.")


def _records(directory: bytes, shift: int) -> Iterator[ZipMember]:
    position = 0
    while position < len(directory):
        if len(directory) - position < _RECORD.size:
            raise ArchiveError("The directory of the archive is damaged or cut off.")
        fields = _RECORD.unpack_from(directory, position)
        (signature, _made, _needs, flags, method, _time, _date, crc, packed, size) = fields[:10]
        (name_length, extra_length, comment, _disk, _internal, external, offset) = fields[10:]
        position += _RECORD.size
        stop = position + name_length + extra_length + comment
        if signature != b"PK\x01\x02" or stop > len(directory):
            raise ArchiveError("The directory of the archive is damaged or cut off.")
        raw_name = directory[position : position + name_length]
        extra = directory[position + name_length : position + name_length + extra_length]
        size, packed, offset = _wide(extra, size, packed, offset)
        yield ZipMember(
            raw_name=raw_name,
            name=_decode(raw_name, flags),
            flags=flags,
            method=method,
            crc=crc,
            packed=packed,
            size=size,
            offset=offset + shift,
            mode=external >> 16,
        )
        position = stop


def _wide(extra: bytes, *values: int) -> tuple[int, ...]:
    """Return the values with those too wide for 32 bits taken from the zip64 extra field."""
    if _UNKNOWN not in values:
        return values
    while len(extra) >= 4:
        kind, length = struct.unpack_from("<2H", extra)
        if kind == 1:
            body = extra[4 : 4 + length]
            wide = iter(struct.iter_unpack("<Q", body[: len(body) // 8 * 8]))
            return tuple(next(wide, (v,))[0] if v == _UNKNOWN else v for v in values)
        extra = extra[4 + length :]
    return values


def _decode(raw_name: bytes, flags: int) -> str:
    """Return the name; unflagged ones are UTF-8 in practice (macOS), else code page 437."""
    try:
        return raw_name.decode("utf-8")
    except UnicodeDecodeError:
        if flags & _UTF8_FLAG:
            return raw_name.decode("utf-8", "replace")
        return raw_name.decode("cp437")


def _refuse_overlaps(members: list[ZipMember], directory_start: int) -> None:
    free_from = 0
    for member in sorted(members, key=lambda member: member.offset):
        if member.offset < free_from:
            raise ArchiveError("Entries of the archive overlap.")
        free_from = member.offset + _LOCAL.size + len(member.raw_name) + member.packed
    if free_from > directory_start:
        raise ArchiveError("Entries of the archive overlap its directory.")
