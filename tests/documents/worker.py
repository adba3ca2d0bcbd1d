"""A worker that stops in the midst of a sync: `python -m tests.documents.worker DATABASE JOB DATA
MARKER STAGE`.

At the stage (``reading``, or ``writing``: within the transaction that replaces the index) it makes
the file MARKER and waits to be killed.
"""

import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import django
from django.conf import settings


def main(database: str, job_id: str, data: str) -> None:
    """Run one job against the database of the test that started this process."""
    django.setup()
    from django.db import connection

    from apps.jobs.runner import run_job
    from config.options import JobOptions

    connection.settings_dict["NAME"] = database
    options = JobOptions(lease_seconds=1.0, max_attempts=3)
    settings.PRESSMARK = replace(settings.PRESSMARK, jobs=options, data_dir=Path(data))
    settings.PRESSMARK_JOB_HANDLERS = {"sync": "tests.documents.worker.sync_and_stop"}
    run_job(job_id)


def sync_and_stop(run: object) -> Mapping[str, object]:
    """The real sync, held up once at the stage that the command line names."""
    from django.db import connection

    from apps.access.principals import operator
    from apps.documents.syncing import sync_repository

    marker, stage = Path(sys.argv[4]), sys.argv[5]

    def stop() -> None:
        marker.touch()
        time.sleep(60)

    def on_progress(number: int, *_: object) -> None:
        if stage == "reading" and number == 3:
            stop()

    def check() -> None:
        if stage == "writing" and connection.in_atomic_block:
            stop()

    source = run.source_id  # type: ignore[attr-defined]
    sync_repository(user=operator(), repository_id=source, on_progress=on_progress, check=check)
    return {}


if __name__ == "__main__":
    main(*sys.argv[1:4])
