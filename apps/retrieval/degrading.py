"""What a search says when a part of it fails: the rest is answered all the same."""

import logging
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TypeVar

from django.db import DatabaseError, connections, router, transaction

from apps.retrieval.models import Passage

Item = TypeVar("Item")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Degradation:
    """A stream that did not contribute fully, and why."""

    stream: str
    code: str
    message: str


def guard(name: str, stream: Callable[[], list[Item]], degraded: list[Degradation]) -> list[Item]:
    """Run a stream; a database error empties it and is told, not raised."""
    try:
        # Only inside somebody's transaction a failed statement has to be taken back.
        alias = router.db_for_read(Passage)
        is_inside = connections[alias].in_atomic_block
        with transaction.atomic(using=alias) if is_inside else nullcontext():
            return stream()
    except DatabaseError:
        logger.exception("the %s stream failed", name)
        degraded.append(Degradation(name, "STREAM_FAILED", f"The {name} stream failed."))
        return []
