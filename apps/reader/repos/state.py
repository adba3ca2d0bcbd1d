"""What is shown of a repository where no page of it is."""

from typing import Any

from apps.access.principals import Principal
from apps.access.querysets import Action, can
from apps.documents.library import page_tree
from apps.documents.shelf import active_sync
from apps.reader.job_rows import JobRow, job_row
from apps.reader.repos.addresses import repo_page_url
from apps.reader.repos.reading import frame_context
from apps.reader.repos.tree import PageTree
from apps.repos.models import Repository
from apps.repos.runs import list_runs

MOST_LISTED = 500


def state_context(user: Principal, repository: Repository) -> dict[str, Any]:
    """Why there is nothing to read yet: never synced, under way, failed, or empty."""
    run = list_runs(user=user, repository_id=repository.pk).first()
    return {
        "repository": repository,
        "may_write": can(user, Action.WRITE, repository),
        "run": run,
        "row": running_sync(user, repository),
    }


def running_sync(user: Principal, repository: Repository) -> JobRow | None:
    """The sync that is queued or running, as a row of the jobs page; None without one."""
    job = active_sync(user=user, repository_id=repository.pk)
    return job_row(user, job.pk) if job else None


def list_context(
    user: Principal, repository: Repository, page_id: str = "", text: str = ""
) -> dict[str, Any]:
    """The tree, and as a flat list the pages whose title or path holds a text."""
    may_write = can(user, Action.WRITE, repository)
    if not repository.is_ready:
        return frame_context(repository, PageTree(()), may_write=may_write)
    tree = PageTree.of(page_tree(user=user, repository_id=repository.pk))
    wanted = text.casefold()
    found = [
        one
        for one in tree.pages
        if wanted in one.title.casefold() or wanted in (one.file_path or "").casefold()
    ]
    return {
        **frame_context(repository, tree, page_id, may_write=may_write),
        "found": [(one, repo_page_url(repository, one.slug)) for one in found[:MOST_LISTED]],
        "found_count": len(found),
    }
