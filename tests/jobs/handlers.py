"""Job handlers of the tests; `behave` is replaced by each test."""

import time
from collections.abc import Callable, Mapping

from django.db import transaction

from apps.access.errors import InvalidRequestError
from apps.collections.models import Collection, Document
from apps.jobs.run import JobRun, LeaseLostError, Yielded

ITEMS = 12


def succeed(run: JobRun) -> Mapping[str, object]:
    return {"ran": run.kind}


behave: Callable[[JobRun], Mapping[str, object] | Yielded] = succeed


def handle(run: JobRun) -> Mapping[str, object] | Yielded:
    """Whatever the test wants."""
    return behave(run)


def reject(run: JobRun) -> Mapping[str, object]:
    raise InvalidRequestError("This archive has no files.")


def break_down(run: JobRun) -> Mapping[str, object]:
    raise OSError("The disk is away.")


def yield_turn(run: JobRun) -> Yielded:
    return Yielded()


def write_items(run: JobRun, pause: float = 0.0) -> Mapping[str, object]:
    """Store ITEMS documents, one transaction each, skipping what an earlier run has stored."""
    collection = Collection.objects.get(pk=run.source_id)
    for number in range(ITEMS):
        run.progress(number, ITEMS, f"{number}.md")
        with transaction.atomic():
            if run.lock() is None:
                raise LeaseLostError(str(run.id))
            store_item(collection, number)
        time.sleep(pause)
    run.progress(ITEMS, ITEMS)
    return {"items": ITEMS}


def store_item(collection: Collection, number: int) -> None:
    key = f"{number}.md"
    if not collection.documents.filter(source_key=key).exists():
        Document.objects.create(
            collection=collection, source_key=key, title=key, format="markdown", size=0
        )


def write_items_slowly(run: JobRun) -> Mapping[str, object]:
    """For the worker that is killed."""
    return write_items(run, pause=0.25)
