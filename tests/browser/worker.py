"""A worker process of its own: `python -m tests.browser.worker DATABASE DATA_DIR LEASE`.

Runs whatever is due, one job after another, until it is killed.
"""

import sys
import time
from dataclasses import replace

import django
from django.conf import settings


def main(database: str, files: str, lease: str) -> None:
    """Work on the database and the stored files of the test that started this process."""
    django.setup()
    from django.db import connection

    from apps.jobs.models import Job
    from apps.jobs.runner import run_job
    from apps.jobs.sweep import sweep_jobs

    connection.settings_dict["NAME"] = database
    settings.MEDIA_ROOT = files
    jobs = replace(settings.PRESSMARK.jobs, lease_seconds=int(lease))
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, jobs=jobs, embedding=embedding)
    while True:
        sweep_jobs()
        for job in Job.objects.due():
            run_job(str(job.pk))
        time.sleep(0.1)


if __name__ == "__main__":
    main(*sys.argv[1:])
