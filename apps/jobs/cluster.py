"""django-q2's cluster, made to survive killed workers and to stop soon when it is asked to."""

import logging
import os
import signal
import time

from django.db import DatabaseError, connection
from django_q import cluster
from django_q.monitor import monitor
from django_q.pusher import pusher

from apps.jobs.datagrams import DatagramQueue
from apps.jobs.orphans import following
from apps.jobs.stalling import STALL_SECONDS, is_stalled
from apps.jobs.stopping import announce_stop

logger = logging.getLogger(__name__)
LOOK_SECONDS = 5.0


class JobCluster(cluster.Cluster):  # type: ignore[misc]
    """Starts the sentinel with its workers, and ends when they no longer do their work."""

    def __init__(self) -> None:
        cluster.Queue = DatagramQueue
        cluster.monitor, cluster.pusher = following(monitor), following(pusher)
        super().__init__()

    def stop(self) -> bool:
        """Let running jobs yield, then end every process."""
        announce_stop()
        return bool(super().stop())

    def watch(self) -> bool:
        """Wait for the end of the sentinel; false when nobody had asked for it.

        When jobs are forgotten it is killed, which its workers notice. Whoever started this
        process starts it again.
        """
        stalled_since = None
        while self.sentinel.is_alive():
            self.sentinel.join(LOOK_SECONDS)
            now = time.monotonic()
            stalled_since = (stalled_since or now) if looks_stalled() else None
            if stalled_since is not None and now - stalled_since > STALL_SECONDS:
                logger.critical("jobs are due and no worker takes them; starting afresh")
                os.kill(self.sentinel.pid, signal.SIGKILL)
        return bool(self.has_stopped)


def looks_stalled() -> bool:
    """Whether jobs wait for nothing now; while the database is away, nobody can tell."""
    try:
        return is_stalled(seconds=LOOK_SECONDS)
    except DatabaseError:
        logger.warning("cannot look for stalled jobs", exc_info=True)
        connection.close()
        return False
