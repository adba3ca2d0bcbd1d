"""Documents built by an older parser, chunker or other parameters are built again."""

import uuid
from collections.abc import Callable, Iterator

from apps.access.principals import Principal, operator
from apps.access.querysets import Action
from apps.collections.building import current_fingerprint
from apps.collections.documents import IncomingDocument
from apps.collections.ingest import ingest_stream
from apps.collections.models import Collection, Document
from apps.collections.reports import ImportReport
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job

READ_AHEAD = 50


def rebuild_collection(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    on_progress: Callable[[int, str], None] | None = None,
) -> ImportReport:
    """Build every stale document of a collection again from its stored text.

    Versions and authors stay as they are; a chunk whose text comes out the same keeps its vector.
    A document that is edited meanwhile is left to that edit. Raises `NotFoundError` or
    `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    report = ImportReport()
    for results in ingest_stream(
        user=user,
        collection_id=collection.pk,
        documents=stale_documents(collection),
        is_rebuild=True,
    ):
        report.add(results)
        if on_progress is not None and results:
            on_progress(report.processed, results[-1].source_key)
    return report


def request_rechunk(*, user: Principal, collection_id: uuid.UUID) -> Job:
    """Queue `rebuild_collection`, or join the job that is queued for it.

    Raises `NotFoundError` or `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    return request_job(
        user=user,
        kind=JobKind.RECHUNK,
        source=collection,
        payload={"user": user.pk},
        total=count_stale(collection),
    )


def rebuild_outdated() -> int:
    """Queue a rebuild of each collection that has documents out of date; how many.

    django-q2's scheduler calls this once after an upgrade whose parser finds more (see the
    migration that asks for it).
    """
    stale = Document.objects.stale(current_fingerprint()).order_by()
    collections = Collection.objects.filter(pk__in=stale.values("collection").distinct())
    for collection in collections.order_by("pk"):
        request_rechunk(user=operator(), collection_id=collection.pk)
    return len(collections)


def count_stale(collection: Collection) -> int:
    """How many documents of a collection are out of date."""
    return Document.objects.filter(collection=collection).stale(current_fingerprint()).count()


def stale_documents(collection: Collection) -> Iterator[IncomingDocument]:
    """The out-of-date documents as if they came in again, read a few at a time by key."""
    last = ""
    while True:
        rows = Document.objects.filter(collection=collection, source_key__gt=last)
        stale = rows.stale(current_fingerprint()).order_by("source_key")
        page = list(stale.values_list("source_key", "content", "given_title")[:READ_AHEAD])
        if not page:
            return
        for source_key, content, given_title in page:
            yield IncomingDocument(source_key, content, given_title or None)
        last = page[-1][0]
