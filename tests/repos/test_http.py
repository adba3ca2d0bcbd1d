from dataclasses import replace

import pytest

from apps.access.errors import InvalidRequestError
from apps.access.principals import operator
from apps.repos.adding import add_git_repository
from apps.repos.catalogue import update_repository
from apps.repos.credentials import authorization
from apps.repos.fetching import mirror_of, refresh
from apps.repos.git.command import run_git
from apps.repos.git.errors import SourceRefusedError, SourceUnavailableError
from tests.repos.smart_http import GitServer
from tests.repos.worktrees import WorkTree

pytestmark = [pytest.mark.django_db, pytest.mark.loopback]


@pytest.fixture(autouse=True)
def _operator_lists_this_machine(settings, tmp_path):
    git = replace(settings.PRESSMARK.git, allowed_hosts=("127.0.0.1", "localhost"))
    settings.PRESSMARK = replace(settings.PRESSMARK, git=git, data_dir=tmp_path / "data")


@pytest.fixture
def tree(tmp_path):
    tree = WorkTree(tmp_path / "tree", {"README.md": "# One\n"})
    tree.write({"README.md": "# Two\n"})
    tree.commit()
    return tree


@pytest.fixture
def server(tmp_path, tree):
    with GitServer(tmp_path / "hosted") as server:
        server.add("team/tool", tree.path)
        yield server


def add(server, **values):
    return add_git_repository(user=operator(), url=f"{server.url}/team/tool.git", **values)


def test_one_commit_of_a_public_repository_is_fetched(server, tree):
    repository = add(server)
    assert repository.slug == "127.0.0.1/team/tool"
    commit = refresh(repository).commit
    assert commit.id == tree.git("rev-parse", "HEAD").strip()
    mirror = mirror_of(repository)
    assert run_git(["--git-dir", str(mirror.path), "rev-list", "--count", commit.id]) == b"1\n"
    repository.commit_id = commit.id
    asked = len(server.seen)
    assert refresh(repository).commit == commit
    assert len(server.seen) - asked <= 2
    tree.write({"README.md": "# Three\n"})
    newest = tree.commit()
    server.add("team/tool", tree.path)
    assert refresh(repository).commit.id == newest


def test_a_credential_opens_a_private_repository_and_stands_nowhere(server, tmp_path):
    server.authorization = authorization("s3cr3t-token")
    repository = add(server)
    with pytest.raises(SourceRefusedError) as caught:
        refresh(repository)
    assert "s3cr3t" not in caught.value.message
    update_repository(user=operator(), repository_id=repository.pk, credential="wrong-token")
    repository.refresh_from_db()
    with pytest.raises(SourceRefusedError) as caught:
        refresh(repository)
    assert "wrong" not in caught.value.message
    update_repository(user=operator(), repository_id=repository.pk, credential="s3cr3t-token")
    repository.refresh_from_db()
    assert refresh(repository).commit.id
    kept = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert kept
    assert not any(b"s3cr3t" in path.read_bytes() for path in kept)
    assert "s3cr3t" not in repository.credential


def test_a_redirect_is_not_followed_and_gets_no_credential(server, tmp_path, tree):
    with GitServer(tmp_path / "other") as other:
        other.add("team/tool", tree.path)
        server.redirect_to = other.url
        repository = add(server, credential="s3cr3t-token")
        with pytest.raises((SourceRefusedError, SourceUnavailableError)):
            refresh(repository)
        assert other.seen == []


def test_a_repository_that_is_not_there_is_refused(server):
    repository = add_git_repository(user=operator(), url=f"{server.url}/team/nope.git")
    with pytest.raises(SourceRefusedError):
        refresh(repository)


def test_a_host_that_does_not_answer_may_be_tried_again():
    repository = add_git_repository(user=operator(), url="http://127.0.0.1:1/team/tool.git")
    with pytest.raises(SourceUnavailableError):
        refresh(repository)


def test_a_branch_a_commit_and_what_is_neither(server, tree):
    first = tree.git("rev-parse", "HEAD~1").strip()
    tree.git("branch", "old", first)
    server.add("team/tool", tree.path)
    assert refresh(add(server, ref="old", name="a/b/one")).commit.id == first
    head = tree.git("rev-parse", "HEAD").strip()
    assert refresh(add(server, ref=head, name="a/b/two")).commit.id == head
    with pytest.raises(SourceRefusedError, match="no branch"):
        refresh(add(server, ref="nope", name="a/b/three"))


def test_a_host_that_is_not_listed_is_not_asked(settings):
    git = replace(settings.PRESSMARK.git, allowed_hosts=("git.example.org",))
    repository = add_git_repository(user=operator(), url="http://127.0.0.1:1/team/tool.git")
    settings.PRESSMARK = replace(settings.PRESSMARK, git=git)
    with pytest.raises(InvalidRequestError, match="does not allow"):
        refresh(repository)
