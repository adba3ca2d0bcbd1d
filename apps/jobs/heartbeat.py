"""Renews a lease from a thread of its own, so that long steps do not lose it."""

import logging
import threading
from types import TracebackType
from typing import ClassVar

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from apps.jobs.lease import lease_time
from apps.jobs.run import JobRun

logger = logging.getLogger(__name__)


class Heartbeat:
    """Context manager that renews the lease of a run three times per lease."""

    # Runs that are under way in this process.
    busy: ClassVar[set[JobRun]] = set()

    def __init__(self, run: JobRun) -> None:
        self.run = run
        self.stopped = threading.Event()
        self.thread = threading.Thread(target=self._beat, name=f"lease-{run.id}", daemon=True)

    def __enter__(self) -> None:
        self.busy.add(self.run)
        self.thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stopped.set()
        self.thread.join()
        self.busy.discard(self.run)

    def _beat(self) -> None:
        try:
            while not self.stopped.wait(settings.PRESSMARK.jobs.lease_seconds / 3):
                try:
                    renewed = self.run.mine().update(lease_expires_at=timezone.now() + lease_time())
                except DatabaseError:
                    # A passing fault: the next beat tries again on a fresh connection.
                    logger.warning("job %s: heartbeat failed", self.run.id, exc_info=True)
                    connection.close()
                    continue
                if not renewed:
                    self.run.is_lost = True
                    return
        finally:
            connection.close()
