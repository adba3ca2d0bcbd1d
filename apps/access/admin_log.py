"""The audit log as a page: read, filter, export."""

from django.apps import apps
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse

from apps.access.admin_facts import shown_change
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.audit_export import export_audit
from apps.access.models import AuditEntry
from apps.access.principals import is_admin


class AuditEntryAdmin(ReadOnlyAdmin):
    """Each privileged change; for admins only."""

    list_display = ("at", "actor_name", "action", "target_label", "kind", "surface")
    list_filter = ("action", "target_kind", "surface")
    search_fields = ("actor_name", "action", "target_label", "target_id", "request_id", "token")
    date_hierarchy = "at"
    ordering = ("-at", "-id")
    actions = ("export_as_csv", "export_as_jsonl")
    fieldsets = (
        (None, {"fields": ("at", "actor_name", "action")}),
        ("Of what", {"fields": ("kind", "target_label", "target_id")}),
        ("Change", {"fields": ("change",)}),
        ("Where from", {"fields": ("surface", "address", "token", "request_id")}),
    )

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Admins only."""
        return super().has_module_permission(request) and is_admin(request.user)

    @admin.display(description="Kind", ordering="target_kind")
    def kind(self, entry: AuditEntry) -> str:
        """What the target is, in words."""
        try:
            return str(apps.get_model(entry.target_kind)._meta.verbose_name)  # noqa: SLF001
        except (LookupError, ValueError):
            return entry.target_kind

    @admin.display(description="")
    def change(self, entry: AuditEntry) -> str:
        """The states before and after, side by side."""
        return shown_change(entry.before, entry.after)

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
