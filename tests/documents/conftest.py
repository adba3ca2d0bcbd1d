from dataclasses import replace

import pytest

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.repos.worktrees import WorkTree


@pytest.fixture(autouse=True)
def _own_data_folder(settings, tmp_path):
    """Mirrors and uploads go where this test can see them all."""
    settings.PRESSMARK = replace(settings.PRESSMARK, data_dir=tmp_path / "data")
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def make_source(db, tmp_path):
    """A repository row over a git working tree with these files; not synced yet."""

    def make(files, name="local/team/handbook", **options):
        tree = WorkTree(tmp_path / "trees" / name.replace("/", "-"), files)
        row = add_local_repository(user=operator(), path=tree.path, name=name, **options)
        return row, tree

    return make


@pytest.fixture
def sync():
    """Sync as the operator; the six counters as a tuple."""

    def run(repository, **options):
        done = sync_repository(user=operator(), repository_id=repository.pk, **options)
        return tuple(done.counters.values())

    return run
