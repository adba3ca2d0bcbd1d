"""Background jobs and the state of the vectors that some of them make."""

from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import Endpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.jobs import (
    CollectionJobSerializer,
    JobFilterSerializer,
    JobSerializer,
)
from apps.api.serializers.search import EmbedStatusSerializer
from apps.collections.models import Collection
from apps.jobs.listing import list_jobs
from apps.jobs.models import Job
from apps.jobs.queue import retry_job
from apps.retrieval.embedding.status import embed_status, request_reembed

TAG = ["Jobs"]


class JobDetail(Endpoint):
    """One job."""

    @extend_schema(
        operation_id="getJob",
        summary="Follow a job",
        responses=JobSerializer,
        tags=TAG,
    )
    def get(self, request: Request, job_id: UUID) -> Response:  # noqa: ARG002
        """`processed` of `total` while it runs, then `result` or an error."""
        job = self.one(list_jobs(user=self.caller), pk=job_id)
        return Response(JobSerializer(job).data)


class CollectionJobs(Endpoint):
    """Jobs of one collection."""

    @extend_schema(
        operation_id="listCollectionJobs",
        summary="List the jobs of a collection",
        parameters=[PageQuery, JobFilterSerializer],
        responses=page_of(JobSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Newest first."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        jobs = list_jobs(user=self.caller, source_id=collection_id)
        return self.page(jobs.filter(**self.query(JobFilterSerializer)), JobSerializer)


class AllCollectionJobs(Endpoint):
    """Jobs of every collection that the caller can read."""

    @extend_schema(
        operation_id="listJobsOfAllCollections",
        summary="List the jobs of all collections you can read",
        parameters=[PageQuery, JobFilterSerializer],
        responses=page_of(CollectionJobSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Newest first, each with the name of its collection."""
        filters = self.query(JobFilterSerializer)
        return self.page(self.jobs().filter(**filters), CollectionJobSerializer)

    def jobs(self) -> QuerySet[Job]:
        """Readable jobs with the name of their collection."""
        collections = Collection.objects.visible_to(self.caller)
        name = collections.filter(pk=OuterRef("source_id")).values("name")
        jobs = list_jobs(user=self.caller).filter(source_id__in=collections.values("pk"))
        return jobs.annotate(collection_name=Subquery(name))


class JobRetry(Endpoint):
    """Another try."""

    @extend_schema(
        operation_id="retryJob",
        summary="Retry a failed job",
        request=None,
        responses={202: JobSerializer},
        tags=TAG,
    )
    def post(self, request: Request, job_id: UUID) -> Response:  # noqa: ARG002
        """Needs write access to its source. Any other job than a failed one is a CONFLICT."""
        job = retry_job(user=self.caller, job_id=job_id)
        return Response(JobSerializer(job).data, status=202)


class EmbedState(Endpoint):
    """Vectors of one collection."""

    @extend_schema(
        operation_id="getEmbedStatus",
        summary="See how far the vectors of a collection are",
        responses=EmbedStatusSerializer,
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Searches work meanwhile; what has no vector yet is found by its words."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        return Response(embed_status(user=self.caller, source_id=collection_id).as_dict())


class Reembed(Endpoint):
    """Vectors anew."""

    @extend_schema(
        operation_id="reembedCollection",
        summary="Make all vectors of a collection anew",
        request=None,
        responses={202: JobSerializer},
        tags=TAG,
    )
    def post(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Queues a job; the vectors there are serve until it replaces them."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        job = request_reembed(user=self.caller, source_id=collection_id)
        return Response(JobSerializer(job).data, status=202)
