"""The operator's import of a path on this machine."""

from collections.abc import Callable
from pathlib import Path

from apps.access.errors import NotFoundError
from apps.access.models import User
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.collections.catalogue import check_name, create_collection, update_collection
from apps.collections.gathering import Gathering, gather_path
from apps.collections.ingest import ingest_stream
from apps.collections.models import Collection
from apps.collections.reports import ImportReport

Progress = Callable[[int, int, str], None]


def import_path(
    *,
    path: Path,
    name: str,
    visibility: Visibility | None = None,
    owner: User | None = None,
    on_progress: Progress | None = None,
) -> tuple[ImportReport, Gathering]:
    """Import a folder, zip or file with the operator's rights, creating the collection if needed.

    ``on_progress`` is called with files done, files in all and the last key. Raises
    `InvalidRequestError` or `ArchiveError` before anything is created when the input is unusable.
    """
    with gather_path(path) as gathering:
        collection = open_collection(name=name, visibility=visibility, owner=owner)
        gathering.meet(collection.pk)
        report = ImportReport()
        for results in ingest_stream(
            user=operator(), collection_id=collection.pk, documents=gathering
        ):
            report.add(results)
            if on_progress is not None:
                done = report.processed + gathering.passed_over
                on_progress(done, gathering.total, results[-1].source_key)
    return report, gathering


def open_collection(*, name: str, visibility: Visibility | None, owner: User | None) -> Collection:
    """The collection of that name (of that owner, if one is named), created when missing."""
    user = operator()
    try:
        collection = named_collection(check_name(name), owner)
    except NotFoundError:
        return create_collection(
            user=user, name=name, visibility=visibility or Visibility.PRIVATE, owner=owner
        )
    if visibility is not None:
        update_collection(user=user, collection_id=collection.pk, visibility=visibility)
    return collection


def named_collection(name: str, owner: User | None) -> Collection:
    """The oldest collection of that name, exact case first. Raises `NotFoundError`."""
    rows = Collection.objects.order_by("created_at", "id")
    if owner is not None:
        rows = rows.filter(owner=owner)
    found = rows.filter(name=name).first() or rows.filter(name__iexact=name).first()
    if found is None:
        raise NotFoundError
    return found
