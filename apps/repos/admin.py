"""Repositories with their grants, and their sync runs."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from apps.access.admin_bulk import bulk_action
from apps.access.admin_bulk_sources import SOURCE_ACTIONS
from apps.access.admin_facts import shown_value
from apps.access.admin_grants import GroupGrantInline, UserGrantInline
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.admin_site import site
from apps.access.admin_sources import SourceAdmin
from apps.access.grants import set_owner
from apps.access.principals import is_admin
from apps.access.querysets import Action, Visibility
from apps.repos.adding import add_git_repository
from apps.repos.admin_deeds import RECHUNK, SYNC
from apps.repos.admin_filters import IndexStateFilter
from apps.repos.admin_forms import AddRepositoryForm, SecretsForm
from apps.repos.catalogue import delete_repository, update_repository
from apps.repos.models import (
    Origin,
    Repository,
    RepositoryGroupGrant,
    RepositoryUserGrant,
    SyncRun,
)
from apps.repos.runs import request_sync


class RepositoryGroups(GroupGrantInline):
    model = RepositoryGroupGrant


class RepositoryUsers(UserGrantInline):
    model = RepositoryUserGrant


SETTINGS = ("include_globs", "exclude_globs", "excluded_buckets", "max_file_bytes")


@admin.register(Repository, site=site)
class RepositoryAdmin(SourceAdmin):
    """Admins add repositories; whoever may write to one describes, limits and syncs it."""

    can_add = can_delete = True
    form = SecretsForm
    list_display = (
        "slug",
        "visibility",
        "owner",
        "origin",
        "schedule",
        "document_count",
        "synced_at",
    )
    list_filter = (IndexStateFilter, "visibility", "origin", "schedule", "owner")
    search_fields = ("host", "namespace", "name", "description")
    inlines = (RepositoryGroups, RepositoryUsers)
    actions = (bulk_action(SYNC), *SOURCE_ACTIONS, bulk_action(RECHUNK))
    actions_detail = ("sync", "readers")
    # What it is called and where it comes from are fixed when it is added.
    readonly_fields = (
        "slug", "origin", "url", "tree_id", "commit_id", "committed_at", "synced_at",
        "next_sync_at", "created_at", "updated_at",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": ("slug", "description")}),
        ("Who can see it", {"fields": ("visibility", "owner")}),
        ("Origin", {"fields": ("origin", "url", "ref", "schedule")}),
        ("Secrets", {"fields": ("credential", "webhook_secret")}),
        ("What is indexed", {"fields": SETTINGS}),
        ("Query log", {"fields": ("logs_questions",)}),
        (
            "State",
            {"fields": ("commit_id", "tree_id", "committed_at", "synced_at", "next_sync_at")},
        ),
        ("Dates", {"fields": ("created_at", "updated_at")}),
    )
    add_fieldsets = (
        (None, {"fields": ("url", "address", "ref", "credential", "description")}),
        ("Who can see it", {"fields": ("visibility", "owner")}),
        ("When it is synced", {"fields": ("schedule",)}),
    )

    @admin.display(description="Repository", ordering="host")
    def slug(self, repository: Repository) -> str:
        return repository.slug

    @admin.display(description="Documents", ordering="document_count")
    def document_count(self, repository: Any) -> int:
        return int(repository.document_count)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).annotate(document_count=Count("documents"))  # type: ignore[no-any-return]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and is_admin(request.user)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        if obj is None:
            kw["form"] = AddRepositoryForm
        return super().get_form(request, obj, change=change, **kw)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        names = super().get_readonly_fields(request, obj)
        if obj is None:
            return [name for name in names if name != "url"]
        return names

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        shown = super().get_fieldsets(request, obj)
        # Secrets are for those to whom it belongs.
        if obj is None or self.allows(request, Action.DELETE, obj):
            return shown
        rest = [(title, options) for title, options in shown if title != "Secrets"]
        if obj.origin != Origin.LOCAL:
            return rest
        # Where a folder lies on the server is no reader's matter.
        return [
            (title, {"fields": tuple(name for name in options["fields"] if name != "url")})
            for title, options in rest
        ]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        user: Any = request.user
        data = form.typed()
        if not change:
            name = data.pop("address", "")
            values = {"visibility": Visibility.PRIVATE} | data
            added = add_git_repository(user=user, name=name, **values)
            obj.__dict__.update(added.__dict__)
            return
        if "owner" in data:
            stored = Repository.objects.find(user=user, pk=obj.pk)
            set_owner(user=user, source=stored, owner=data.pop("owner"))
        if data:
            update_repository(user=user, repository_id=obj.pk, **data)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        user: Any = request.user
        delete_repository(user=user, repository_id=obj.pk)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        user: Any = request.user
        for pk in queryset.values_list("pk", flat=True):
            delete_repository(user=user, repository_id=pk)

    def count_contents(self, rows: QuerySet[Any]) -> dict[str, int]:
        return {"documents": sum(row.document_count for row in rows)}

    @action(  # type: ignore[untyped-decorator]
        description="Sync now",
        dialog={
            "title": "Sync this repository?",
            "description": "A job fetches it and reads what has changed.",
            "form_class": None,
            "form_submit_text": "Sync",
        },
    )
    def sync(self, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        user: Any = request.user
        return self.carry_out(
            request,
            object_id,
            lambda pk: request_sync(user=user, repository_id=pk),
            "The sync is queued.",
        )


@admin.register(SyncRun, site=site)
class SyncRunAdmin(ReadOnlyAdmin):
    list_display = (
        "repository", "status", "discovered_files", "indexed_documents",
        "started_at", "finished_at",
    )  # fmt: skip
    list_select_related = ("repository",)
    list_filter = ("status", "repository")
    search_fields = ("repository__name", "commit_id")
    fieldsets = (
        (None, {"fields": ("repository", "status", "error_code", "error_message")}),
        ("Counters", {"fields": (
            "discovered_files", "indexed_documents", "indexed_chunks",
            "unchanged_documents", "deleted_documents", "replaced_files",
        )}),
        ("Skipped", {"fields": ("skipped_files", "left_out")}),
        ("Dates", {"fields": ("commit_id", "started_at", "finished_at")}),
    )  # fmt: skip

    @admin.display(description="Which, and why")
    def left_out(self, run: SyncRun) -> str:
        return shown_value(run.skipped)
