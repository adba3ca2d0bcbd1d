"""Folders of an operator's machine hold more than files."""

import os
import socket
import threading

import pytest
from django.core.management import CommandError, call_command

from apps.access.errors import ForbiddenError
from apps.access.models.tokens import Scope
from apps.access.querysets import Action
from apps.collections.drafts import discard_draft
from apps.collections.gathering import FolderGathering, gather_path
from apps.collections.importing import import_path
from apps.collections.models import Collection, Draft
from tests.cast import with_token
from tests.factories import CollectionFactory, UserFactory


def results_of(folder):
    """What iterating gives, by key; fails instead of waiting for a pipe for ever."""
    found = []
    walker = threading.Thread(target=lambda: found.extend(FolderGathering(folder)), daemon=True)
    walker.start()
    walker.join(10)
    assert not walker.is_alive()
    return {item.source_key: getattr(item, "code", None) for item in found}


def test_pipes_sockets_and_links_are_named_and_nothing_waits(tmp_path, monkeypatch):
    (tmp_path / "a.md").write_text("# A\n")
    os.mkfifo(tmp_path / "pipe.md")
    os.mkfifo(tmp_path / "picture.png")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero.md").symlink_to("/dev/zero")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        assert results_of(tmp_path) == {
            "a.md": None,
            "picture.png": "NOT_A_FILE",
            "pipe": "NOT_A_FILE",
            "pipe.md": "NOT_A_FILE",
            "socket.md": "NOT_A_FILE",
            "zero.md": "SYMLINK",
        }


def test_a_file_that_becomes_a_pipe_after_it_was_listed_is_not_waited_for(tmp_path):
    (tmp_path / "a.md").write_text("# A\n")
    gathering = FolderGathering(tmp_path)
    (tmp_path / "a.md").unlink()
    os.mkfifo(tmp_path / "a.md")
    assert [item.code for item in gathering] == ["NOT_A_FILE"]


@pytest.mark.django_db
def test_progress_ends_at_the_total(tmp_path):
    for name in ("a.md", "b.md", ".pressmark", "tool.py"):
        (tmp_path / name).write_text("# A\n")
    for folder in (".git", "__MACOSX"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "c.md").write_text("# C\n")
    told = []
    import_path(path=tmp_path, name="Docs", on_progress=lambda *step: told.append(step[:2]))
    assert told[-1] == (4, 4)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", " "])
def test_no_path_is_not_the_current_folder(tmp_path, monkeypatch, path):
    (tmp_path / "a.md").write_text("# A\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CommandError, match="Name a folder, a zip or a document"):
        call_command("import_collection", path, "--name", "Docs")
    assert not Collection.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("out", ["", ".", "/"])
def test_an_export_needs_a_file_to_write(out):
    CollectionFactory(name="Docs")
    with pytest.raises(CommandError, match="Name the file to write"):
        call_command("export_collection", "Docs", out)


@pytest.mark.parametrize("kind", ["pipe", "missing"])
def test_a_path_that_is_neither_folder_nor_file_is_an_error(tmp_path, kind):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Exception, match="There is no file or folder"), gather_path(tmp_path / kind):
        pass


@pytest.mark.django_db
def test_a_reading_token_throws_no_draft_away():
    author = UserFactory()
    collection = CollectionFactory(owner=author)
    draft = Draft.objects.create(author=author, collection=collection, source_key="a.md")
    reading = with_token(author, scopes=[Scope.API_READ])
    with pytest.raises(ForbiddenError):
        discard_draft(user=reading, draft_id=draft.pk)
    rights = {
        action: Draft.objects.allowing(author, action).exists()
        for action in (Action.READ, Action.WRITE, Action.DELETE, Action.SHARE)
    }
    assert rights == {"read": True, "write": True, "delete": True, "share": False}
    discard_draft(user=with_token(author), draft_id=draft.pk)
    assert not Draft.objects.exists()
