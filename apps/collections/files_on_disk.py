"""Opening the files of a folder, of which some may be none: pipes, sockets, devices."""

import os
import stat
from pathlib import Path
from typing import BinaryIO


class NotAFileError(OSError):
    """A pipe, socket or device, which might never end or never begin."""


class SymlinkError(OSError):
    """A symbolic link, which might lead anywhere."""


def open_regular(path: Path) -> BinaryIO:
    """The file, open for reading; never waits for somebody to write.

    Raises `NotAFileError` or `SymlinkError` before anything is opened, also when the file is
    replaced by one at that moment, and `OSError` when it cannot be read.
    """
    check_kind(path.lstat().st_mode)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    file = os.fdopen(handle, "rb")
    try:
        check_kind(os.fstat(handle).st_mode)
    except OSError:
        file.close()
        raise
    return file


def check_kind(mode: int) -> None:
    """Raise unless a mode is that of a regular file."""
    if stat.S_ISLNK(mode):
        raise SymlinkError("Symbolic links are not followed.")
    if not stat.S_ISREG(mode):
        raise NotAFileError("This is a pipe, a socket or a device, not a file.")
