"""Repositories, uploads and sync runs, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.access.querysets import Visibility
from apps.api.serializers.jobs import FIELDS as JOB_FIELDS
from apps.api.serializers.jobs import JobSerializer
from apps.documents.marks import repository_mark
from apps.jobs.models import Job
from apps.repos.models import COUNTERS, Bucket, Origin, Repository, Schedule, SyncRun


class RepositorySerializer(serializers.ModelSerializer[Repository]):
    """A repository and how its index stands."""

    mark = serializers.SerializerMethodField(help_text="Its address: `repo:HOST/OWNER/NAME`.")
    slug = serializers.CharField(help_text="`HOST/OWNER/NAME`, as in the paths of this API.")
    owner = serializers.CharField(source="owner.username", default=None, allow_null=True)
    url = serializers.SerializerMethodField(help_text="Empty unless it is fetched by git.")
    is_ready = serializers.BooleanField(help_text="Whether a sync has succeeded.")
    has_credential = serializers.SerializerMethodField()
    has_webhook_secret = serializers.SerializerMethodField()

    class Meta:
        model = Repository
        fields = (
            *("id", "mark", "slug", "host", "namespace", "name", "origin", "url", "ref"),
            *("description", "visibility", "owner", "schedule", "include_globs", "exclude_globs"),
            *("excluded_buckets", "max_file_bytes", "has_credential", "has_webhook_secret"),
            *("is_ready", "commit_id", "committed_at", "synced_at", "next_sync_at"),
            *("logs_questions", "created_at", "updated_at"),
        )
        read_only_fields = fields

    def get_mark(self, repository: Repository) -> str:
        """The repository's address."""
        return repository_mark(repository)

    def get_url(self, repository: Repository) -> str:
        """The git URL; where a local folder lies is the operator's business."""
        return repository.url if repository.origin == Origin.GIT else ""

    def get_has_credential(self, repository: Repository) -> bool:
        """Whether a credential is kept; it is never shown."""
        return bool(repository.credential)

    def get_has_webhook_secret(self, repository: Repository) -> bool:
        """Whether signed webhooks are accepted."""
        return bool(repository.webhook_secret)


class GlobsField(serializers.ListField):
    """Glob patterns over paths."""

    child = serializers.CharField(max_length=500)


class RepositorySettingsSerializer(serializers.Serializer[Any]):
    """Settings of a repository; what is left out stays as it is."""

    description = serializers.CharField(max_length=500, allow_blank=True, required=False)
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)
    ref = serializers.CharField(
        max_length=255,
        allow_blank=True,
        required=False,
        help_text="Branch, tag or commit id; empty for the default branch.",
    )
    schedule = serializers.ChoiceField(choices=Schedule.choices, required=False)
    include_globs = GlobsField(required=False, help_text="Empty: everything.")
    exclude_globs = GlobsField(required=False)
    excluded_buckets = serializers.ListField(
        child=serializers.ChoiceField(choices=Bucket.choices), required=False
    )
    max_file_bytes = serializers.IntegerField(min_value=1, required=False)
    logs_questions = serializers.BooleanField(
        required=False, help_text="Whether the query log keeps questions about it."
    )
    credential = serializers.CharField(
        max_length=1000,
        allow_blank=True,
        required=False,
        write_only=True,
        help_text="A token, or user:password; kept encrypted and never shown. Empty removes it.",
    )
    webhook_secret = serializers.CharField(
        max_length=1000, allow_blank=True, required=False, write_only=True
    )


class RepositoryRequestSerializer(RepositorySettingsSerializer):
    """A new repository, by address."""

    url = serializers.CharField(max_length=2000, help_text="An https:// git URL.")
    name = serializers.CharField(
        max_length=800, required=False, help_text="`HOST/OWNER/NAME`; default: that of the URL."
    )


class RepositoryUploadSerializer(serializers.Serializer[Any]):
    """A zip as a form."""

    file = serializers.FileField(max_length=1000)
    name = serializers.CharField(
        max_length=800, required=False, help_text="`HOST/OWNER/NAME`; default: by the file's name."
    )
    description = serializers.CharField(max_length=500, allow_blank=True, required=False)
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)


class UploadJobSerializer(JobSerializer):
    """The job that takes an upload in, and the repository it belongs to."""

    repository = serializers.CharField(help_text="The repository's mark.")

    class Meta(JobSerializer.Meta):
        model = Job
        fields = (*JOB_FIELDS, "repository")
        read_only_fields = fields


class SkippedSerializer(serializers.Serializer[Any]):
    """A file that was not indexed."""

    path = serializers.CharField()
    reason = serializers.CharField()


class SyncRunSerializer(serializers.ModelSerializer[SyncRun]):
    """One sync with its six counters."""

    skipped = SkippedSerializer(many=True, help_text="The first thousand, by path.")

    class Meta:
        model = SyncRun
        fields = (
            *("id", "status", "commit_id", *COUNTERS, "skipped", "skipped_files"),
            *("error_code", "error_message", "started_at", "finished_at"),
        )
        read_only_fields = fields


class WebhookAnswerSerializer(serializers.Serializer[Any]):
    """What became of a message."""

    state = serializers.ChoiceField(choices=("queued", "known", "ignored"))
