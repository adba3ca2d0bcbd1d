"""Filters of the admin for repositories."""

from typing import Any

from django.contrib.admin import SimpleListFilter
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils import timezone

from apps.repos.models import RunStatus, SyncRun

NEVER, FAILING, LATE = "never", "failing", "late"


class IndexStateFilter(SimpleListFilter):
    """Repositories whose index is missing or may be old."""

    title = "index"
    parameter_name = "index"

    def lookups(self, _request: HttpRequest, _page: Any) -> list[tuple[str, str]]:
        return [(NEVER, "Never synced"), (FAILING, "Last sync failed"), (LATE, "Behind schedule")]

    def queryset(self, _request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "never":
                return rows.filter(synced_at=None)
            case "late":
                return rows.filter(next_sync_at__lt=timezone.now())
            case "failing":
                runs = SyncRun.objects.filter(repository=OuterRef("pk")).order_by("-started_at")
                last = rows.annotate(last_status=Subquery(runs.values("status")[:1]))
                failing: QuerySet[Any] = last.filter(last_status=RunStatus.ERROR)
                return failing
            case _:
                return rows
