"""Whether this process can serve: the database, the migrations, the queue."""

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django_q.brokers import get_broker

from apps.jobs.stalling import STALL_SECONDS, is_stalled

logger = logging.getLogger(__name__)
STARTED = time.monotonic()
READY, FAILED = "ok", "failed"


def check_parts() -> dict[str, str]:
    """Each part with ``ok`` or ``failed``; parts that need the database fail with it."""
    return {name: run(check) for name, check in CHECKS.items()}


def run(check: Callable[[], bool]) -> str:
    """One check, never raising for a database or a broker that does not answer."""
    try:
        return READY if check() else FAILED
    except (DatabaseError, OSError):
        logger.warning("not ready", exc_info=True)
        return FAILED


def database_answers() -> bool:
    """Whether a query goes through."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def is_migrated() -> bool:
    """Whether every migration of the code has been applied to the database."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def queue_answers() -> bool:
    """Whether the broker takes and counts entries, and workers take the jobs.

    Just after the start the workers, who start beside us, have had no chance to take old ones.
    """
    broker = get_broker()
    is_young = time.monotonic() - STARTED < STALL_SECONDS
    return bool(broker.ping()) and broker.queue_size() >= 0 and (is_young or not is_stalled())


CHECKS: dict[str, Callable[[], bool]] = {
    "database": database_answers,
    "migrations": is_migrated,
    "queue": queue_answers,
}
