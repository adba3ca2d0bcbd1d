"""What was saved by serving sections instead of files, for admins."""

from typing import Any

from django.contrib import admin
from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce, Concat
from django.http import HttpRequest

from apps.access.admin_scope import ReadOnlyAdmin
from apps.collections.models import Collection
from apps.repos.models import Repository
from apps.retrieval.admin_golden import AdminsOnly
from apps.retrieval.models import TokenGain


class TokenGainAdmin(AdminsOnly, ReadOnlyAdmin):
    """The sums of each day by person, token and source."""

    list_display = ("day", "user", "token", "source", "calls", "served", "kept")
    list_select_related = ("user", "token")
    list_filter = ("user",)
    date_hierarchy = "day"
    ordering = ("-day", "-id")
    fieldsets = (
        (None, {"fields": ("day", "user", "token", "source")}),
        ("Tokens", {"fields": ("calls", "served", "whole", "kept")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[TokenGain]:
        """With the names of the sources."""
        slug = Concat("host", Value("/"), "namespace", Value("/"), "name", output_field=CharField())
        wanted = OuterRef("source_id")
        names = [
            Subquery(rows.filter(pk=wanted).values("label")[:1], output_field=CharField())
            for rows in (
                Collection.objects.visible_to(request.user).annotate(label=F("name")),
                Repository.objects.visible_to(request.user).annotate(label=slug),
            )
        ]
        rows: QuerySet[TokenGain] = super().get_queryset(request)
        return rows.annotate(source_name=Coalesce(*names, Value("")))

    @admin.display(description="Source")
    def source(self, row: Any) -> str:
        """Its name, while it stands."""
        return row.source_name or "gone"

    @admin.display(description="Tokens saved")
    def kept(self, row: TokenGain) -> int:
        """What the whole files would have cost more."""
        return row.saved
