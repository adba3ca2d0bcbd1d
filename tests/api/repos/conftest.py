import pytest

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.api.clients import token_client
from tests.api.repos.handbook import FILES, ROOT
from tests.factories import AdminFactory
from tests.repos.data_folder import own_data_folder  # noqa: F401
from tests.repos.worktrees import WorkTree


@pytest.fixture
def admin():
    return token_client(AdminFactory())


@pytest.fixture
def tree(tmp_path):
    return WorkTree(tmp_path / "tree", FILES)


@pytest.fixture
def repository(owner, tree):
    row = add_local_repository(
        user=operator(), path=tree.path, name="local/team/handbook", owner=owner
    )
    sync_repository(user=operator(), repository_id=row.pk)
    return row


@pytest.fixture
def ask(client, repository):
    def get(path, **query):
        response = client.get(f"{ROOT}/local/team/handbook{path}", query)
        assert response.status_code == 200, response.content
        return response.json()

    return get
