"""Addresses and durations of repositories as the pages write them."""

from datetime import timedelta

from django import template

from apps.reader.repos import addresses
from apps.repos.models import SyncRun

register = template.Library()
register.simple_tag(addresses.repo_url, name="repo_url")
register.simple_tag(addresses.repo_page_url, name="repo_page_url")


@register.filter
def lasted(run: SyncRun) -> str:
    """How long a run took: ``3.2 s``, ``4 min 10 s``; empty while it goes on."""
    if run.finished_at is None:
        return ""
    seconds = (run.finished_at - run.started_at) / timedelta(seconds=1)
    if seconds < 60:
        return f"{seconds:.1f}\u202fs"
    return f"{int(seconds // 60)}\u202fmin {int(seconds % 60)}\u202fs"


@register.filter
def short(commit_id: str) -> str:
    """The first seven digits of a commit, as git hosts write it."""
    return commit_id[:7]
