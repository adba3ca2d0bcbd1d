"""What is done to many repositories at once."""

from collections.abc import Iterator
from typing import Any

from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.audiences import told_count
from apps.access.querysets import Action
from apps.repos.runs import request_sync


def sync_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """What the jobs do."""
    yield f"{told_count(len(rows), 'job')} will fetch them and read what has changed."
    yield "Search serves the present index until each is done."


SYNC = BulkDeed(
    name="sync_selected",
    label="Sync",
    right=Action.WRITE,
    carry_out=lambda user, row: request_sync(user=user, repository_id=row.pk),
    done="Queued",
    consequences=sync_words,
)


def rechunk_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """What is built anew, and what comes with it."""
    count = told_count(sum(row.document_count for row in rows), "document")
    yield f"Of {count}, those built by an older parser or with other chunk sizes are built again."
    yield "It is done by a sync, which also takes in what has changed at the origin."


RECHUNK = BulkDeed(
    name="rechunk",
    label="Cut documents anew",
    right=Action.WRITE,
    carry_out=lambda user, row: request_sync(user=user, repository_id=row.pk),
    done="Queued",
    consequences=rechunk_words,
)
