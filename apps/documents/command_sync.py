"""A sync that somebody watches at the command line."""

import json
import time

from django.core.management.base import BaseCommand

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.syncing import sync_repository
from apps.jobs.ticker import Ticker
from apps.repos.models import Repository


def sync_by_command(
    command: BaseCommand, repository: Repository, *, force_relink: bool = False
) -> None:
    """Sync with the operator's rights: progress on the error stream, counters as JSON at the end.

    Raises what `sync_repository` raises.
    """
    started = time.monotonic()
    run = sync_repository(user=operator(), repository_id=repository.pk, on_progress=Ticker(command))
    relink_repository(
        user=operator(),
        repository_id=repository.pk,
        is_forced=force_relink,
        on_progress=Ticker(command),
    )
    took = time.monotonic() - started
    command.stderr.write(f"synced {run.commit_id[:12]} in {took:.1f} s")
    for skipped in run.skipped[:20]:
        command.stderr.write(f"skipped {skipped['path']}: {skipped['reason']}")
    if run.skipped_files > 20:
        command.stderr.write(f"and {run.skipped_files - 20} more files were skipped")
    command.stdout.write(json.dumps(run.counters))
