import subprocess
from datetime import UTC, datetime

import pytest

from apps.repos.git.blobs import BlobReader, blob_at
from apps.repos.git.command import run_git
from apps.repos.git.environment import git_environment
from apps.repos.git.errors import (
    MirrorMissingError,
    SourceRefusedError,
    SourceUnavailableError,
    error_of,
)
from apps.repos.git.importing import import_files
from apps.repos.git.mirror import FetchLimits, Mirror, Remote
from apps.repos.git.times import edit_times
from apps.repos.git.tree import EntryType, find_renames, list_tree
from tests.repos.worktrees import WorkTree

LIMITS = FetchLimits()


@pytest.fixture
def tree(tmp_path):
    return WorkTree(tmp_path / "work", {"README.md": "# One\n", "docs/ä b.md": "# Two\n"})


@pytest.fixture
def mirror(tmp_path):
    mirror = Mirror(tmp_path / "mirrors" / "one")
    mirror.ensure()
    return mirror


def remote_of(tree, depth=0):
    return Remote(str(tree.path), "file", depth)


def fetched(mirror, tree, ref="", depth=0):
    remote = remote_of(tree, depth)
    name, _ = mirror.find_remote(remote, ref, LIMITS)
    mirror.fetch(remote, name, LIMITS)
    return mirror.incoming()


def listed(mirror, tree):
    return list_tree(mirror.path, fetched(mirror, tree).tree_id)


def test_a_commit_is_fetched_and_read_without_a_checkout(mirror, tree):
    commit = fetched(mirror, tree)
    assert commit.id == tree.git("rev-parse", "HEAD").strip()
    assert commit.committed_at == datetime.fromtimestamp(tree.clock, UTC)
    entries = list_tree(mirror.path, commit.tree_id)
    assert [(e.path, e.type, e.size) for e in entries] == [
        ("README.md", EntryType.FILE, 6),
        ("docs/ä b.md", EntryType.FILE, 6),
    ]
    with BlobReader(mirror.path) as blobs:
        assert [blobs.read(entry.blob_id) for entry in entries] == [b"# One\n", b"# Two\n"]
    assert list(mirror.path.rglob("README.md")) == []


def test_branches_tags_and_annotated_tags_can_be_named(mirror, tree):
    first = tree.git("rev-parse", "HEAD").strip()
    tree.git("tag", "--annotate", "v1", "-m", "one")
    tree.git("branch", "old")
    tree.write({"README.md": "# Later\n"})
    tree.commit()
    assert mirror.find_remote(remote_of(tree), "v1", LIMITS) == ("refs/tags/v1", first)
    assert fetched(mirror, tree, "v1").id == first
    assert fetched(mirror, tree, "old").id == first
    assert fetched(mirror, tree).id != first


def test_a_missing_reference_and_an_empty_repository_are_refused(mirror, tmp_path, tree):
    with pytest.raises(SourceRefusedError, match="no branch or tag named nope"):
        mirror.find_remote(remote_of(tree), "nope", LIMITS)
    with pytest.raises(SourceRefusedError, match="no commit yet"):
        mirror.find_remote(remote_of(WorkTree(tmp_path / "empty")), "", LIMITS)


def test_a_reference_with_a_dash_is_no_option(mirror, tree):
    with pytest.raises(SourceRefusedError):
        mirror.find_remote(remote_of(tree), "--upload-pack=touch /tmp/never", LIMITS)


@pytest.mark.parametrize(
    "url",
    [
        "ext::sh -c 'touch {marker}'",
        "--upload-pack=touch {marker}",
        "-utouch {marker}",
        "file://{path}",
        "{path}",
        "ssh://git@127.0.0.1/x",
        "git://127.0.0.1/x",
    ],
)
def test_other_protocols_and_options_in_place_of_a_url_do_nothing(mirror, tree, tmp_path, url):
    marker = tmp_path / "marker"
    remote = Remote(url.format(marker=marker, path=tree.path), "https")
    with pytest.raises((SourceRefusedError, SourceUnavailableError)):
        mirror.find_remote(remote, "", LIMITS)
    with pytest.raises((SourceRefusedError, SourceUnavailableError)):
        mirror.fetch(remote, "HEAD", LIMITS)
    assert not marker.exists()


def test_hooks_filters_and_configuration_of_the_machine_play_no_part(mirror, tree, tmp_path):
    marker = tmp_path / "marker"
    config = tmp_path / "config"
    config.write_text(f"[core]\n\tsshCommand = touch {marker}\n[alias]\n\tx = !touch {marker}\n")
    hook = mirror.path / "hooks" / "reference-transaction"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
    hook.chmod(0o755)
    tree.write({".gitattributes": f"* filter=x diff=x\n[filter]\nclean = touch {marker}\n"})
    tree.commit()
    fetched(mirror, tree)
    assert not marker.exists()


def test_secrets_stand_in_the_environment_and_in_no_argument():
    config = {"http.https://git.example.org/.extraHeader": "Authorization: Basic c2VjcmV0"}
    values = git_environment(protocols=("https",), config=config)
    assert "c2VjcmV0" in " ".join(values.values())
    assert "c2VjcmV0" not in repr(Remote("https://git.example.org/a/b", "https", config=config))
    assert values["GIT_ALLOW_PROTOCOL"] == "https"
    assert values["GIT_TERMINAL_PROMPT"] == "0"


def test_a_shallow_fetch_brings_one_commit(mirror, tree):
    tree.write({"README.md": "# Later\n"})
    tree.commit()
    url = f"file://{tree.path}"
    remote = Remote(url, "file", 1)
    mirror.fetch(remote, "HEAD", LIMITS)
    log = run_git(["--git-dir", str(mirror.path), "rev-list", "--count", mirror.incoming().id])
    assert log == b"1\n"


def test_a_fetch_over_the_limit_of_size_is_stopped(mirror, tree):
    import random

    tree.write({"big.md": random.Random(1).randbytes(30_000_000)})
    tree.commit()
    with pytest.raises(SourceRefusedError, match="larger than"):
        mirror.fetch(remote_of(tree), "HEAD", FetchLimits(bytes=1000))


def test_a_command_over_its_time_is_stopped(tree):
    with pytest.raises(SourceUnavailableError, match="did not finish"):
        run_git(["-C", str(tree.path), "-c", "alias.wait=!exec sleep 2", "wait"], seconds=0.05)


def test_edit_times_are_those_of_the_last_commit_that_touched_a_file(mirror, tree):
    first = tree.clock
    tree.write({"README.md": "# Later\n"})
    second = tree.commit()
    tree.write({"new.md": "x\n"})
    tree.commit()
    head = fetched(mirror, tree)
    found = edit_times(mirror.path, head.id, ["README.md", "docs/ä b.md", "new.md", "gone.md"])
    assert {path: int(time.timestamp()) for path, time in found.items()} == {
        "docs/ä b.md": first,
        "README.md": first + 3600,
        "new.md": first + 7200,
    }
    assert set(edit_times(mirror.path, head.id, ["README.md", "new.md"], since=second)) == {
        "new.md"
    }


def test_renames_are_told_with_their_similarity(mirror, tree):
    body = "".join(f"line {number}\n" for number in range(20))
    tree.write({"a.md": body, "c.md": "something else entirely\n"})
    tree.commit()
    old = fetched(mirror, tree).tree_id
    tree.move("a.md", "b/a.md")
    tree.write({"b/a.md": body + "one more\n"})
    tree.move("README.md", "READ.md")
    tree.commit()
    found = {
        (r.old, r.new): r.similarity
        for r in find_renames(mirror.path, old, fetched(mirror, tree).tree_id)
    }
    assert found == {("README.md", "READ.md"): 1.0, ("a.md", "b/a.md"): found["a.md", "b/a.md"]}
    assert 0.9 < found["a.md", "b/a.md"] < 1


def test_symlinks_and_submodules_are_told_apart(mirror, tree):
    (tree.path / "link.md").symlink_to("/etc/passwd")
    tree.git("add", "--all")
    oid = tree.git("rev-parse", "HEAD").strip()
    tree.git("update-index", "--add", "--cacheinfo", f"160000,{oid},sub")
    tree.git("commit", "--quiet", "-m", "links")
    commit = fetched(mirror, tree)
    kinds = {e.path: e.type for e in list_tree(mirror.path, commit.tree_id)}
    assert (kinds["link.md"], kinds["sub"]) == (EntryType.SYMLINK, EntryType.SUBMODULE)
    assert blob_at(mirror.path, commit.id, "link.md") is None
    assert blob_at(mirror.path, commit.id, "sub") is None
    assert blob_at(mirror.path, commit.id, "docs") is None
    assert blob_at(mirror.path, commit.id, "../README.md") is None
    assert blob_at(mirror.path, commit.id, "*.md") is None
    assert blob_at(mirror.path, commit.id, "README.md") is not None


def test_files_without_git_become_the_same_tree(mirror, tree, tmp_path):
    import_files(
        mirror.path,
        [
            ("docs/ä b.md", b"# Two\n"),
            ("README.md", b"# One\n"),
            (".git/config", b"[core]\n"),
        ],
    )
    assert mirror.incoming().tree_id == tree.git("rev-parse", "HEAD^{tree}").strip()
    import_files(mirror.path, [('say "hi"\\.md', b"x")])
    entries = list_tree(mirror.path, mirror.incoming().tree_id)
    assert [entry.path for entry in entries] == ['say "hi"\\.md']


def test_an_import_that_breaks_off_leaves_the_last_one(mirror):
    import_files(mirror.path, [("a.md", b"x")])
    before = mirror.incoming()

    def broken():
        yield "b.md", b"y"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        import_files(mirror.path, broken())
    assert mirror.incoming() == before


def test_a_lost_mirror_says_so(tmp_path):
    with BlobReader(tmp_path / "nowhere") as blobs, pytest.raises(MirrorMissingError):
        blobs.read("0" * 40)


def test_two_processes_do_not_use_a_mirror_at_once(mirror):
    with mirror.locked(), pytest.raises(SourceUnavailableError), mirror.locked():
        pass
    with mirror.locked():
        pass
    mirror.remove()
    assert list(mirror.path.parent.iterdir()) == []


def test_a_folder_of_somebody_else_can_be_fetched_from(mirror, tree):
    """Git refuses folders of other accounts unless told otherwise."""
    subprocess.run(["chown", "-R", "nobody", str(tree.path)], check=False)
    assert fetched(mirror, tree).id


def test_a_mirror_is_packed_anew_and_keeps_what_is_indexed(mirror, monkeypatch):
    monkeypatch.setattr("apps.repos.git.mirror.MOST_LOOSE", 3)
    commits = []
    for number in range(6):
        import_files(mirror.path, [("a.md", f"text {number}".encode())])
        commits.append(mirror.incoming())
        mirror.keep(commits[-1].id)
    assert list_tree(mirror.path, commits[-1].tree_id)[0].path == "a.md"
    assert mirror.holds(commits[-1].id)
    assert not mirror.holds(commits[0].tree_id)


def test_a_listing_longer_than_can_be_read_is_refused(mirror, tree, monkeypatch):
    commit = fetched(mirror, tree)
    monkeypatch.setattr("apps.repos.git.tree.LONGEST_LISTING", 60)
    with pytest.raises(SourceRefusedError, match="more than can be read"):
        list_tree(mirror.path, commit.tree_id)


def test_a_message_quotes_the_reason_and_not_what_follows_from_it():
    said = (
        b"fatal: unable to read 1234\nerror: git upload-pack: git-pack-objects died with error.\n"
        b"fatal: early EOF\nfatal: fetch-pack: invalid index-pack output\n"
    )
    assert error_of(said).message == "git: git upload-pack: git-pack-objects died with error."
    assert error_of(b"fatal: early EOF\n").message == "git: early EOF"
