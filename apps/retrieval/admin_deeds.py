"""What retrieval adds to the action menus of sources in the admin."""

from collections.abc import Iterator
from typing import Any

from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.audiences import count_documents, told_count
from apps.access.querysets import Action
from apps.retrieval.embedding.status import request_reembed


def reembed_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """What it costs and what it does not."""
    count = told_count(count_documents(rows), "document")
    yield f"All vectors of {count} are made anew; the old ones serve until replaced."


REEMBED = BulkDeed(
    name="reembed",
    label="Make vectors anew",
    right=Action.WRITE,
    carry_out=lambda user, row: request_reembed(user=user, source_id=row.pk),
    done="Queued",
    consequences=reembed_words,
)
