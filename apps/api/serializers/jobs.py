"""Background jobs, coming out, and the filters of their lists."""

from typing import Any

from rest_framework import serializers

from apps.jobs.models import Job, JobKind, JobStatus

FIELDS: tuple[str, ...] = (
    *("id", "kind", "status", "source_id", "source_kind", "processed", "total"),
    *("current_item", "attempts", "result", "error_code", "error_message"),
    *("created_at", "started_at", "finished_at"),
)


class JobSerializer(serializers.ModelSerializer[Job]):
    """One job and how far it is."""

    source_kind = serializers.SerializerMethodField()
    result = serializers.DictField(allow_null=True)

    class Meta:
        model = Job
        fields = FIELDS
        read_only_fields = fields

    def get_source_kind(self, job: Job) -> str:
        """`collection` or `repository`."""
        return job.source_kind.rsplit(".", 1)[-1].lower()


class CollectionJobSerializer(JobSerializer):
    """One job with the name of its collection."""

    collection_name = serializers.CharField()

    class Meta(JobSerializer.Meta):
        fields = (*FIELDS, "collection_name")
        read_only_fields = fields


class JobFilterSerializer(serializers.Serializer[Any]):
    """Which jobs."""

    status = serializers.ChoiceField(choices=JobStatus.choices, required=False)
    kind = serializers.ChoiceField(choices=JobKind.choices, required=False)
