"""Repositories themselves: list, add, change, delete, sync."""

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.querysets import Action
from apps.api.endpoint import Endpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.collections import SearchFilterSerializer
from apps.api.serializers.jobs import JobFilterSerializer, JobSerializer
from apps.api.serializers.repos import (
    RepositoryRequestSerializer,
    RepositorySerializer,
    RepositorySettingsSerializer,
    RepositoryUploadSerializer,
    SyncRunSerializer,
    UploadJobSerializer,
)
from apps.documents.marks import repository_mark
from apps.jobs.listing import list_jobs
from apps.repos.adding import add_archive_repository, add_git_repository
from apps.repos.catalogue import (
    delete_repository,
    find_repository,
    list_repositories,
    update_repository,
)
from apps.repos.models import Repository
from apps.repos.runs import list_runs, request_sync

TAG = ["Repositories"]


class RepositoryView(Endpoint):
    """What the views of one repository share."""

    def repository(self, place: dict[str, str], action: Action = Action.READ) -> Repository:
        """The repository that the path names. Raises `NotFoundError` or `ForbiddenError`."""
        slug = f"{place['host']}/{place['owner']}/{place['name']}"
        return find_repository(user=self.caller, slug=slug, action=action)


class RepositoryList(Endpoint):
    """All repositories."""

    @extend_schema(
        operation_id="listRepositories",
        summary="List the repositories you can read",
        parameters=[PageQuery, SearchFilterSerializer],
        responses=page_of(RepositorySerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """By name; `search` looks into names and descriptions."""
        words = self.query(SearchFilterSerializer)["search"]
        rows = list_repositories(user=self.caller, words=words)
        return self.page(rows, RepositorySerializer)

    @extend_schema(
        operation_id="addRepository",
        summary="Add a repository by its git URL",
        request=RepositoryRequestSerializer,
        responses={201: RepositorySerializer},
        examples=[
            OpenApiExample(
                "From a public host",
                {"url": "https://github.com/acme/handbook", "schedule": "daily"},
                request_only=True,
            )
        ],
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """For admins. Nothing is fetched before the first sync, which you ask for next."""
        added = add_git_repository(user=self.caller, **self.body(RepositoryRequestSerializer))
        return Response(RepositorySerializer(added).data, status=201)


class RepositoryUpload(Endpoint):
    """A repository as a zip."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="uploadRepository",
        summary="Add a repository as a zip, or replace its files",
        request={"multipart/form-data": RepositoryUploadSerializer},
        responses={202: UploadJobSerializer},
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """The zip is kept and taken in by a job, with which 202 answers."""
        form = self.body(RepositoryUploadSerializer)
        file = form.pop("file")
        added = add_archive_repository(
            user=self.caller, file=file, file_name=file.name or "upload.zip", **form
        )
        job = request_sync(user=self.caller, repository_id=added.pk)
        answer = {**JobSerializer(job).data, "repository": repository_mark(added)}
        return Response(answer, status=202)


class RepositoryDetail(RepositoryView):
    """One repository."""

    @extend_schema(
        operation_id="getRepository",
        summary="Read a repository",
        responses=RepositorySerializer,
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Its settings and how its index stands."""
        return Response(RepositorySerializer(self.repository(place)).data)

    @extend_schema(
        operation_id="updateRepository",
        summary="Change a repository",
        request=RepositorySettingsSerializer,
        responses=RepositorySerializer,
        examples=[
            OpenApiExample(
                "Leave old versions out", {"exclude_globs": ["docs/v1/"]}, request_only=True
            )
        ],
        tags=TAG,
    )
    def patch(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """What is left out stays; the index follows with the next sync.

        Visibility needs the right to share, secrets that of the owner, the rest to write.
        """
        values = self.body(RepositorySettingsSerializer)
        found = self.repository(place)
        changed = update_repository(user=self.caller, repository_id=found.pk, **values)
        return Response(RepositorySerializer(changed).data)

    @extend_schema(
        operation_id="deleteRepository",
        summary="Delete a repository",
        responses={204: OpenApiResponse(description="It is gone; its files go in the background.")},
        tags=TAG,
    )
    def delete(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """For its owner and admins only."""
        delete_repository(user=self.caller, repository_id=self.repository(place).pk)
        return Response(status=204)


class RepositorySync(RepositoryView):
    """Syncs of one repository."""

    @extend_schema(
        operation_id="syncRepository",
        summary="Sync a repository now",
        request=None,
        responses={202: JobSerializer},
        tags=TAG,
    )
    def post(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Queues a job, or joins the one that is queued. Needs write access."""
        job = request_sync(user=self.caller, repository_id=self.repository(place).pk)
        return Response(JobSerializer(job).data, status=202)


class RepositoryRuns(RepositoryView):
    """What syncs did."""

    @extend_schema(
        operation_id="listSyncRuns",
        summary="List the syncs of a repository",
        parameters=[PageQuery],
        responses=page_of(SyncRunSerializer),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Newest first, with counters and with what was skipped and why."""
        runs = list_runs(user=self.caller, repository_id=self.repository(place).pk)
        return self.page(runs, SyncRunSerializer)


class RepositoryJobs(RepositoryView):
    """Jobs of one repository."""

    @extend_schema(
        operation_id="listRepositoryJobs",
        summary="List the jobs of a repository",
        parameters=[PageQuery, JobFilterSerializer],
        responses=page_of(JobSerializer),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Newest first."""
        jobs = list_jobs(user=self.caller, source_id=self.repository(place).pk)
        return self.page(jobs.filter(**self.query(JobFilterSerializer)), JobSerializer)
