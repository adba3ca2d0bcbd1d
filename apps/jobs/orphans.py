"""Processes of the cluster end when their parent was killed: nobody else would end them."""

import os
import threading
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from apps.jobs.heartbeat import Heartbeat

LOOK_SECONDS = 1.0


def follow_parent(**_signal: Any) -> None:
    """From now on, end this process once its parent has gone and no job is under way."""
    arguments = (os.getppid(),)
    threading.Thread(target=outlive, args=arguments, name="orphan-watch", daemon=True).start()


def outlive(parent: int) -> None:
    """End the process some time after its parent, between two jobs."""
    while os.getppid() == parent or Heartbeat.busy:
        time.sleep(LOOK_SECONDS)
    os._exit(1)


def following(program: Callable[..., None]) -> Callable[..., None]:
    """The program of a child process, ending with its parent."""

    @wraps(program)
    def run(*arguments: Any) -> None:
        follow_parent()
        program(*arguments)

    return run
