"""A worker process of its own: `python -m tests.jobs.worker DATABASE JOB LEASE`."""

import sys
from dataclasses import replace

import django
from django.conf import settings


def main(database: str, job_id: str, lease: str) -> None:
    """Run one job against the database of the test that started this process."""
    django.setup()
    from django.db import connection

    from apps.jobs.runner import run_job
    from config.options import JobOptions

    connection.settings_dict["NAME"] = database
    options = JobOptions(lease_seconds=float(lease), max_attempts=3)
    settings.PRESSMARK = replace(settings.PRESSMARK, jobs=options)
    settings.PRESSMARK_JOB_HANDLERS = {"embed": "tests.jobs.handlers.write_items_slowly"}
    run_job(job_id)


if __name__ == "__main__":
    main(*sys.argv[1:])
