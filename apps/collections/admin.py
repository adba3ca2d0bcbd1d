"""Collections with their grants, and their documents as they stand."""

from collections.abc import Iterator
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.access.admin_bulk import bulk_action
from apps.access.admin_bulk_sources import SOURCE_ACTIONS
from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.admin_grants import GroupGrantInline, UserGrantInline
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.admin_site import site
from apps.access.admin_sources import SourceAdmin
from apps.access.audiences import count_documents, told_count
from apps.access.grants import set_owner
from apps.access.querysets import Action, Visibility
from apps.collections.admin_filters import AttentionFilter
from apps.collections.admin_links import LinkInline
from apps.collections.catalogue import create_collection, delete_collection, update_collection
from apps.collections.models import (
    Collection,
    CollectionGroupGrant,
    CollectionUserGrant,
    Document,
)
from apps.collections.rebuilding import request_rechunk


def rechunk_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """Which documents, and what stays."""
    count = told_count(count_documents(rows), "document")
    yield f"Of {count}, those built by an older parser or with other chunk sizes are built again."
    yield "Text, versions and authors stay; search serves the old chunks meanwhile."


RECHUNK = BulkDeed(
    name="rechunk",
    label="Cut documents anew",
    right=Action.WRITE,
    carry_out=lambda user, row: request_rechunk(user=user, collection_id=row.pk),
    done="Queued",
    consequences=rechunk_words,
)


class CollectionGroups(GroupGrantInline):
    model = CollectionGroupGrant


class CollectionUsers(UserGrantInline):
    model = CollectionUserGrant


@admin.register(Collection, site=site)
class CollectionAdmin(SourceAdmin):
    can_add = can_delete = True
    list_display = ("name", "visibility", "owner", "document_count", "updated_at")
    list_filter = ("visibility", "owner")
    search_fields = ("name", "description")
    inlines = (CollectionGroups, CollectionUsers)
    actions = (*SOURCE_ACTIONS, bulk_action(RECHUNK))
    fieldsets = (
        (None, {"fields": ("name", "description")}),
        ("Who can see it", {"fields": ("visibility", "owner")}),
        ("Query log", {"fields": ("logs_questions",)}),
        ("Dates", {"fields": ("created_at", "updated_at")}),
    )
    add_fieldsets = (
        (None, {"fields": ("name", "description")}),
        ("Who can see it", {"fields": ("visibility", "owner")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        names = super().get_readonly_fields(request, obj)
        may_rename = obj is None or self.allows(request, Action.DELETE, obj)
        return names if may_rename else [*names, "name"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).with_counts()  # type: ignore[attr-defined, no-any-return]

    @admin.display(description="Documents", ordering="document_count")
    def document_count(self, collection: Any) -> int:
        return int(collection.document_count)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        data = form.typed()
        if not change:
            form.cleaned_data.setdefault("visibility", Visibility.PRIVATE)
            created = create_collection(user=request.user, **form.cleaned_data)
            obj.__dict__.update(created.__dict__)
            return
        if "owner" in data:
            stored = Collection.objects.visible_to(request.user).get(pk=obj.pk)
            set_owner(user=request.user, source=stored, owner=data.pop("owner"))
        if data:
            update_collection(user=request.user, collection_id=obj.pk, **data)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        delete_collection(user=request.user, collection_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        for pk in queryset.values_list("pk", flat=True):
            delete_collection(user=request.user, collection_id=pk)

    def count_contents(self, rows: QuerySet[Any]) -> dict[str, int]:
        return {"documents": sum(row.document_count for row in rows)}


@admin.register(Document, site=site)
class DocumentAdmin(ReadOnlyAdmin):
    list_display = (
        "title", "collection", "source_key", "version", "chunk_count", "broken_links", "updated_at",
    )  # fmt: skip
    list_select_related = ("collection",)
    list_filter = (AttentionFilter, "collection", "format", "is_truncated")
    search_fields = ("title", "source_key")
    inlines = (LinkInline,)
    fieldsets = (
        (None, {"fields": ("title", "collection", "source_key", "format")}),
        ("Reading", {"fields": ("front_matter_error", "note", "is_truncated")}),
        (
            "Figures",
            {"fields": ("size", "line_count", "word_count", "chunk_count", "broken_links")},
        ),
        ("Version", {"fields": ("version", "updated_by", "updated_at", "content_updated_at")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        # The text itself is not shown here: the admin renders no document.
        rows = super().get_queryset(request).with_counts()  # type: ignore[attr-defined]
        return rows.defer("content", "heading_tree", "code_blocks", "tables")  # type: ignore[no-any-return]

    @admin.display(description="Chunks", ordering="chunk_count")
    def chunk_count(self, document: Any) -> int:
        return document.chunk_count or 0

    @admin.display(description="Broken links", ordering="broken_link_count")
    def broken_links(self, document: Any) -> int:
        return document.broken_link_count or 0
