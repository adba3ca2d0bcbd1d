"""The database below `up`: the embedded cluster, or the server that `DATABASE_URL` names."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import OperationalError, connection

from config.embedded import EmbeddedCluster, EmbeddedDatabaseError
from config.up.errors import UpError

WAIT_SECONDS = 30
Heal = Callable[[], None]


@contextmanager
def open_database(data_dir: Path, say: Callable[[str], None]) -> Iterator[Heal]:
    """A database that accepts connections for the length of the block.

    Yields a function that starts the embedded database again should it have died. Raises
    `UpError`.
    """
    if os.environ.get("DATABASE_URL"):
        wait_for_server(say)
        yield lambda: None
        return
    cluster = EmbeddedCluster(data_dir, say=say)
    try:
        started = cluster.ensure_running()
    except EmbeddedDatabaseError as error:
        raise UpError(str(error)) from None
    if started.is_relocated:
        say(f"The database's account cannot reach {data_dir}; it works in {started.state_dir}")

    def heal() -> None:
        if not cluster.is_running():
            say("The database stopped; starting it again")
            try:
                cluster.ensure_running()
            except EmbeddedDatabaseError as error:
                say(str(error))

    try:
        yield heal
    finally:
        cluster.release()


def wait_for_server(say: Callable[[str], None]) -> None:
    """Wait for the server of `DATABASE_URL`, which may still be starting beside us."""
    deadline = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            reason = str(error).strip().splitlines()[0]
            if time.monotonic() > deadline:
                raise UpError(f"The database does not answer: {reason}") from None
            say(f"Waiting for the database: {reason}")
            time.sleep(2)
        else:
            return
