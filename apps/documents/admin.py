"""Indexed documents of repositories, as they stand."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.access.admin_facts import shown_value
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.admin_site import site
from apps.documents.models import RepoDocument


@admin.register(RepoDocument, site=site)
class RepoDocumentAdmin(ReadOnlyAdmin):
    list_display = ("title", "repository", "path", "kind", "format", "edited_at")
    list_select_related = ("repository",)
    list_filter = ("repository", "kind", "bucket", "format")
    search_fields = ("title", "path")
    fieldsets = (
        (None, {"fields": ("title", "repository", "path", "slug")}),
        ("Reading", {"fields": ("kind", "bucket", "format", "note", "copies")}),
        ("Dates", {"fields": ("size", "edited_at", "created_at", "updated_at")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # The text itself is not shown here: the admin renders no document.
        return super().get_queryset(request).defer("content")

    @admin.display(description="Copies of it")
    def copies(self, document: RepoDocument) -> str:
        return shown_value(document.aliases)
