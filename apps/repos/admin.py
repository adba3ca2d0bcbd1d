"""Repositories with their grants, and their sync runs."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from apps.access.admin_grants import GroupGrantInline, UserGrantInline
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.admin_site import site
from apps.access.admin_sources import SourceAdmin
from apps.access.audit import record_change
from apps.access.grants import set_owner, set_visibility
from apps.access.querysets import Action, require
from apps.repos.models import Repository, RepositoryGroupGrant, RepositoryUserGrant, SyncRun


class RepositoryGroups(GroupGrantInline):
    model = RepositoryGroupGrant


class RepositoryUsers(UserGrantInline):
    model = RepositoryUserGrant


@admin.register(Repository, site=site)
class RepositoryAdmin(SourceAdmin):
    """Added by `add_repo`; here it is described, limited and shared."""

    list_display = ("slug", "visibility", "owner", "origin", "schedule", "synced_at")
    list_filter = ("visibility", "origin", "schedule", "owner")
    search_fields = ("host", "namespace", "name", "description")
    inlines = (RepositoryGroups, RepositoryUsers)
    # What it is called and where it comes from are fixed when it is added.
    readonly_fields = (
        "slug", "origin", "url", "ref", "tree_id", "commit_id", "committed_at", "synced_at",
        "created_at", "updated_at",
    )  # fmt: skip
    fieldsets = (
        (None, {"fields": ("slug", "description")}),
        ("Who can see it", {"fields": ("visibility", "owner")}),
        ("Origin", {"fields": ("origin", "url", "ref", "schedule")}),
        ("What is indexed", {
            "fields": ("include_globs", "exclude_globs", "excluded_buckets", "max_file_bytes"),
        }),
        ("State", {"fields": ("commit_id", "tree_id", "committed_at", "synced_at")}),
        ("Dates", {"fields": ("created_at", "updated_at")}),
    )  # fmt: skip

    @admin.display(description="Repository", ordering="host")
    def slug(self, repository: Repository) -> str:
        return repository.slug

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        user: Any = request.user
        data = {name: form.cleaned_data[name] for name in form.changed_data}
        stored = Repository.objects.find(user=user, pk=obj.pk)
        if "owner" in data:
            set_owner(user=user, source=stored, owner=data.pop("owner"))
        if "visibility" in data:
            set_visibility(user=user, source=stored, visibility=data.pop("visibility"))
        if data:
            require(user, Action.WRITE, stored)
            before = {name: getattr(stored, name) for name in data}
            for name, value in data.items():
                setattr(stored, name, value)
            stored.save(update_fields=[*data, "updated_at"])
            record_change(
                user=user, action="repository.changed", target=stored, before=before, after=data
            )

    def count_contents(self, rows: QuerySet[Any]) -> dict[str, int]:
        return {}


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
        (None, {"fields": ("repository", "status", "error_message")}),
        ("Counters", {"fields": (
            "discovered_files", "indexed_documents", "indexed_chunks",
            "unchanged_documents", "deleted_documents", "replaced_files",
        )}),
        ("Skipped", {"fields": ("skipped",)}),
        ("Dates", {"fields": ("commit_id", "started_at", "finished_at")}),
    )  # fmt: skip
