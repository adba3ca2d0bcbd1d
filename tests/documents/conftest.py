import pytest

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.repos.data_folder import own_data_folder  # noqa: F401
from tests.repos.worktrees import WorkTree


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
