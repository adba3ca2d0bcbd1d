"""The audit log as a page: read, filter, export."""

import csv
import json
from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.html import format_html

from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.models import AuditEntry
from apps.access.principals import is_admin

COLUMNS = (
    "at", "actor_name", "action", "target_kind", "target_id", "target_label",
    "before", "after", "request_id", "surface",
)  # fmt: skip
# A spreadsheet takes a cell that starts so for a formula.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class AuditEntryAdmin(ReadOnlyAdmin):
    """Each privileged change; for admins only."""

    list_display = ("at", "actor_name", "action", "target_label", "target_kind", "surface")
    list_filter = ("action", "target_kind", "surface")
    search_fields = ("actor_name", "target_label", "target_id", "request_id")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    actions = ("export_as_csv",)
    fieldsets = (
        (None, {"fields": ("at", "actor_name", "action")}),
        ("Of what", {"fields": ("target_kind", "target_label", "target_id")}),
        ("Change", {"fields": ("before_text", "after_text")}),
        ("Where from", {"fields": ("surface", "request_id")}),
    )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Admins only."""
        return super().has_module_permission(request) and is_admin(request.user)

    @admin.display(description="Before")
    def before_text(self, entry: AuditEntry) -> str:
        """The state before, as indented JSON."""
        return as_text(entry.before)

    @admin.display(description="After")
    def after_text(self, entry: AuditEntry) -> str:
        """The state after, as indented JSON."""
        return as_text(entry.after)

    @admin.action(description="Export as CSV")
    def export_as_csv(
        self, _request: HttpRequest, rows: QuerySet[AuditEntry]
    ) -> StreamingHttpResponse:
        """The chosen entries, oldest first."""
        lines = csv_lines(rows.order_by("at", "id").values_list(*COLUMNS))
        return StreamingHttpResponse(
            lines,
            content_type="text/csv; charset=utf-8",
            headers={"Content-Disposition": 'attachment; filename="audit.csv"'},
        )


def as_text(value: Any) -> str:
    """JSON for people; a dash for nothing."""
    if value is None:
        return "-"
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


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


def safe_cell(value: Any) -> str:
    """One value as text."""
    if value is None:
        return ""
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
    return f"'{text}" if text.startswith(FORMULA_STARTS) else text
