"""Filters of the admin for documents of collections."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.collections.models import Document, Link

BROKEN, OVERDUE = "broken", "overdue"


class AttentionFilter(SimpleListFilter):
    """Pages that somebody should look at."""

    title = "needs attention"
    parameter_name = "attention"

    def lookups(self, _request: HttpRequest, _page: Any) -> list[tuple[str, str]]:
        return [(BROKEN, "Broken links"), (OVERDUE, "Review overdue")]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == BROKEN:
            broken = Link.objects.all().broken()
            return rows.filter(pk__in=broken.values("document"))
        if self.value() == OVERDUE:
            return rows.filter(
                pk__in=Document.objects.all().overdue(timezone.localdate()).values("pk")
            )
        return rows
