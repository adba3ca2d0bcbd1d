import io
import json
import zipfile

import pytest
from django.core.management import CommandError, call_command

from apps.repos.models import Repository
from tests.repos.worktrees import WorkTree

pytestmark = pytest.mark.django_db
COUNTERS = [
    "discovered_files",
    "indexed_documents",
    "indexed_chunks",
    "unchanged_documents",
    "deleted_documents",
    "replaced_files",
]


def call(*arguments, **options):
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO(), **options)
    return out.getvalue().splitlines()


def test_a_folder_is_added_and_synced(tmp_path):
    tree = WorkTree(tmp_path / "hand book", {"README.md": "# Hi\n"})
    slug, counters = call("add_repo", str(tree.path), "--sync")
    assert slug == f"local/{tmp_path.name}/hand-book"
    assert list(json.loads(counters)) == COUNTERS
    assert list(json.loads(counters).values()) == [1, 1, 1, 0, 0, 0]
    [counters] = call("sync_repo", slug.upper())
    assert json.loads(counters)["unchanged_documents"] == 1
    assert call("sync_repo", f"repo:{slug}", "--force-relink") == [counters]


def test_a_folder_without_git_and_a_zip_are_synced_alike(tmp_path):
    folder = tmp_path / "plain"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "a.md").write_text("# A\n")
    (folder / "link.md").symlink_to("/etc/passwd")
    with zipfile.ZipFile(tmp_path / "plain.zip", "w") as archive:
        archive.write(folder / "docs" / "a.md", "plain/docs/a.md")
    _, one = call("add_repo", str(folder), "--name", "local/x/one", "--sync")
    _, two = call("add_repo", str(tmp_path / "plain.zip"), "--name", "local/x/two", "--sync")
    assert one == two
    assert Repository.objects.exclude(tree_id="").count() == 2
    assert json.loads(call("sync_repo", "local/x/one")[0])["indexed_documents"] == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["add_repo", "/nowhere/at/all"], "no folder or zip"),
        (["add_repo", ""], "no folder or zip"),
        (["add_repo", "file:///etc"], "https://"),
        (["add_repo", "https://user:pw@git.example.org/a/b"], "credential"),
        (["add_repo", "https://git.example.org/a/b", "--name", "x"], "HOST/OWNER/NAME"),
        (["add_repo", "https://git.example.org/a/b", "--owner", "nobody"], "no user named"),
        (["add_repo", "https://git.example.org/a/b", "--credential-from", "NO_SUCH"], "is empty"),
        (["sync_repo", "a/b/c"], "no repository"),
        (["sync_repo", "\0"], "no repository"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments, words):
    with pytest.raises(CommandError, match=words) as caught:
        call(*arguments)
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_zip_is_refused(tmp_path):
    (tmp_path / "a.zip").write_text("no zip")
    with pytest.raises(CommandError, match="zip"):
        call("add_repo", str(tmp_path / "a.zip"))
    assert not Repository.objects.exists()
