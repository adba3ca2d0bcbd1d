"""The real cluster on a test's database: `python -m tests.jobs.cluster DATABASE LEASE`."""

import sys
from dataclasses import replace

import django
from django.conf import settings


def main(database: str, lease: str) -> None:
    """Run until a stop signal."""
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from config.options import JobOptions

    connection.settings_dict["NAME"] = database
    options = JobOptions(lease_seconds=float(lease), max_attempts=3)
    settings.PRESSMARK = replace(settings.PRESSMARK, jobs=options)
    settings.PRESSMARK_JOB_HANDLERS = {"embed": "tests.jobs.handlers.succeed"}
    call_command("qcluster")


if __name__ == "__main__":
    main(*sys.argv[1:])
