"""The audit log as files: CSV for spreadsheets, JSON Lines for programs."""

import csv
import json
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from apps.access.audit import record_change
from apps.access.models import AuditEntry
from apps.access.people import require_admin
from apps.access.principals import Principal

COLUMNS = (
    *("at", "actor_name", "action", "target_kind", "target_id", "target_label"),
    *("before", "after", "request_id", "surface", "address", "token"),
)
# A spreadsheet takes a cell that starts so for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def export_audit(*, user: Principal, rows: QuerySet[AuditEntry], form: str) -> Iterator[str]:
    """The entries, oldest first, line by line; ``form`` is ``csv`` or ``jsonl``.

    The export is itself an entry of the log, which is not among the exported ones. Raises
    `ForbiddenError` for anybody but an admin.
    """
    require_admin(user)
    # Fixed before the entry is written, so that the export does not tell of itself.
    ids = list(rows.order_by("at", "id").values_list("pk", flat=True))
    record_change(
        user=user,
        action="audit.exported",
        target=AuditEntry(),
        label="audit log",
        after={"entries": len(ids), "format": form},
    )
    chosen = AuditEntry.objects.visible_to(user).filter(pk__in=ids).order_by("at", "id")
    lines = csv_lines if form == "csv" else json_lines
    return lines(chosen.values_list(*COLUMNS))


class Echo:
    """A file that hands back what is written to it, for the CSV writer."""

    def write(self, value: str) -> str:
        """The value itself."""
        return value


def csv_lines(rows: QuerySet[AuditEntry, Any]) -> Iterator[str]:
    """The table line by line; no cell can be taken for a formula."""
    writer = csv.writer(Echo())
    yield writer.writerow(COLUMNS)
    for row in rows.iterator(chunk_size=500):
        yield writer.writerow([safe_cell(value) for value in row])


def json_lines(rows: QuerySet[AuditEntry, Any]) -> Iterator[str]:
    """One object to a line, times as ISO 8601."""
    for row in rows.iterator(chunk_size=500):
        entry = dict(zip(COLUMNS, row, strict=True))
        yield json.dumps(entry | {"at": entry["at"].isoformat()}, ensure_ascii=False) + "\n"


def safe_cell(value: Any) -> str:
    """One value as text."""
    if value is None:
        return ""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
