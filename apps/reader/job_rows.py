"""Jobs as the table shows them."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone

from apps.access.models import Source
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.models import Collection
from apps.jobs.models import Job, JobKind, JobStatus
from apps.reader.addresses import collection_url
from apps.reader.lookups import readable_collections
from apps.reader.repos.addresses import repo_url
from apps.repos.models import Repository

NOUNS = {
    JobKind.EMBED: "passages",
    JobKind.EVALUATE: "questions",
    JobKind.RESOLVE_LINKS: "links",
    JobKind.UPLOAD: "files",
}


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job with its source (None: gone, or not for the visitor), and whether it may be retried.

    ``url`` is that of the source, empty without one.
    """

    job: Job
    collection: Collection | None
    repository: Repository | None
    label: str
    url: str
    may_retry: bool

    @property
    def noun(self) -> str:
        """What the counts count."""
        return NOUNS.get(JobKind(self.job.kind), "documents")

    @property
    def rate(self) -> int | None:
        """Items a minute since this run began; None until there is something to measure."""
        job = self.job
        done = job.processed - job.processed_before
        if job.status != JobStatus.RUNNING or done <= 0 or job.started_at is None:
            return None
        seconds = (timezone.now() - job.started_at).total_seconds()
        return round(done * 60 / seconds) if seconds >= 1 else None


def job_rows(user: Principal, jobs: Iterable[Job]) -> list[JobRow]:
    """Rows for jobs that the user can read, in the same order, with three queries for all."""
    found = list(jobs)
    ids = {job.source_id for job in found}
    collections: dict[UUID, Collection] = readable_collections(user).in_bulk(ids)
    repositories: dict[UUID, Repository] = Repository.objects.visible_to(user).in_bulk(ids)
    failed = [job.pk for job in found if job.status == JobStatus.ERROR]
    writable = Job.objects.allowing(user, Action.WRITE).filter(pk__in=failed)
    retriable = set(writable.values_list("pk", flat=True)) if failed else set()
    return [
        JobRow(
            job=job,
            collection=collections.get(job.source_id),
            repository=repositories.get(job.source_id),
            label=label_of(job, collections.get(job.source_id) or repositories.get(job.source_id)),
            url=url_of(collections.get(job.source_id) or repositories.get(job.source_id)),
            may_retry=job.pk in retriable,
        )
        for job in found
    ]


def job_row(user: Principal, job_id: UUID) -> JobRow:
    """The row of one job. Raises `NotFoundError`."""
    [row] = job_rows(user, [Job.objects.find(user=user, pk=job_id)])
    return row


def url_of(source: Collection | Repository | None) -> str:
    """The page of a source."""
    if source is None:
        return ""
    return repo_url(source) if isinstance(source, Repository) else collection_url(source)


def label_of(job: Job, source: Source | None) -> str:
    """The name of the source, or what else the job works on."""
    if job.kind == JobKind.EVALUATE:
        return "Golden questions"
    return "A source that is gone" if source is None else str(source)
