"""Synced repositories for the tests of their pages."""

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.repos.worktrees import WorkTree

SLUG = "git.example.org/team/handbook"
DOCS = f"/repos/{SLUG}/docs"
FILES = {
    "README.md": "# Handbook\n\nSee [setup](docs/guide/setup.md#install), [gone](docs/no.md),"
    " [code](src/app.py) and ![a picture](docs/a.png).\n\n## Use `start_engine`\n\nWords.\n",
    "docs/guide/index.md": "# Guide\n\n[Setup](setup/) and [the top](/README.md).\n",
    "docs/guide/setup.md": "# Setup\n\n## Install\n\nCall `start_engine()`.\n\n### Deep\n\nx\n",
    "docs/reference.rst": "Reference\n=========\n\n:doc:`guide/setup`\n",
    "docs/a.png": b"\x89PNG\r\n\x1a\n0000",
    "src/app.py": "def start_engine():\n    return 1\n",
    ".github/workflows/ci.yml": "name: <b>ci</b>\n",
}


def add_tree(folder, files, *, name=SLUG, owner=None):
    """A repository over a git working tree, not synced yet; the tree can be edited."""
    tree = WorkTree(folder / name.replace("/", "-"), files)
    row = add_local_repository(user=operator(), path=tree.path, name=name, owner=owner)
    return row, tree


def synced(row):
    """The row after a sync."""
    sync_repository(user=operator(), repository_id=row.pk)
    row.refresh_from_db()
    return row
