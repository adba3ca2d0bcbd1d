"""One `up` for one data folder."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.embedded.locks import open_lock, try_lock
from config.up.errors import UpError


@contextmanager
def hold_folder(data_dir: Path) -> Iterator[None]:
    """Keep the data folder to ourselves; `UpError` when another `up` runs on it."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        descriptor = open_lock(data_dir / "up.lock")
    except OSError as error:
        raise UpError(f"The data folder {data_dir} cannot be used: {error.strerror}.") from None
    try:
        if not try_lock(descriptor):
            holder = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip() or "unknown"
            raise UpError(f"Pressmark already runs on {data_dir} (process {holder}).")
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)
