"""The audit log as a page: read, filter, export."""

import json
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.html import format_html

from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.audit_export import export_audit
from apps.access.models import AuditEntry
from apps.access.principals import is_admin


class AuditEntryAdmin(ReadOnlyAdmin):
    """Each privileged change; for admins only."""

    list_display = ("at", "actor_name", "action", "target_label", "target_kind", "surface")
    list_filter = ("action", "target_kind", "surface")
    search_fields = ("actor_name", "action", "target_label", "target_id", "request_id", "token")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    actions = ("export_as_csv", "export_as_jsonl")
    fieldsets = (
        (None, {"fields": ("at", "actor_name", "action")}),
        ("Of what", {"fields": ("target_kind", "target_label", "target_id")}),
        ("Change", {"fields": ("before_text", "after_text")}),
        ("Where from", {"fields": ("surface", "address", "token", "request_id")}),
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
        self, request: HttpRequest, rows: QuerySet[AuditEntry]
    ) -> StreamingHttpResponse:
        """The chosen entries, oldest first."""
        return download(request, rows, "csv", "text/csv; charset=utf-8")

    @admin.action(description="Export as JSON Lines")
    def export_as_jsonl(
        self, request: HttpRequest, rows: QuerySet[AuditEntry]
    ) -> StreamingHttpResponse:
        """As `export_as_csv`, one object to a line."""
        return download(request, rows, "jsonl", "application/x-ndjson; charset=utf-8")


def download(
    request: HttpRequest, rows: QuerySet[AuditEntry], form: str, media_type: str
) -> StreamingHttpResponse:
    """The entries as a file, which is noted in the log."""
    return StreamingHttpResponse(
        export_audit(user=request.user, rows=rows, form=form),
        content_type=media_type,
        headers={"Content-Disposition": f'attachment; filename="audit.{form}"'},
    )


def as_text(value: Any) -> str:
    """JSON for people; a dash for nothing."""
    if value is None:
        return "-"
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
