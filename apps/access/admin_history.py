"""The history of a row: for admins what the audit log has of it, for others who changed it here."""

from typing import Any

from django.contrib.admin.utils import unquote
from django.core.paginator import Paginator
from django.http import HttpRequest

from apps.access.admin_facts import shown_change
from apps.access.models import AuditEntry
from apps.access.principals import is_admin

PER_PAGE = 50


class HistoryPage:
    """Mixed into each page of the admin."""

    object_history_template = "access/admin_history.html"

    def history_view(
        self: Any, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Newest first, with before and after; admins only see values."""
        shown: dict[str, Any] = {}
        row = self.get_object(request, unquote(object_id)) if is_admin(request.user) else None
        if row is not None:
            rows = AuditEntry.objects.visible_to(request.user).filter(
                target_kind=self.opts.label_lower, target_id=str(row.pk)
            )
            page = Paginator(rows, PER_PAGE).get_page(request.GET.get("p", "1")[:9])
            changes = [(entry, shown_change(entry.before, entry.after)) for entry in page]
            shown = {"page": page, "changes": changes}
        return super().history_view(  # type: ignore[misc]
            request, object_id, shown | (extra_context or {})
        )
