"""A repository made to do harm: each trap ends as a reason on the run, and nothing leaks."""

import os
import subprocess

import pytest

from apps.access.principals import operator
from apps.documents.models import RepoDocument
from apps.repos.adding import add_local_repository
from apps.repos.fetching import mirror_of
from apps.repos.models import RunStatus
from tests.repos.worktrees import SURROUNDINGS, WorkTree
from tests.text.formats.reading import html_of

pytestmark = pytest.mark.django_db
SECRET = "sentinelword"
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12345\n"
HOOKS = ("post-checkout", "post-update", "reference-transaction", "upload-pack", "pre-auto-gc")


def including(secret):
    """Documents that try to take in a file of the server."""
    return {
        "docs/a.rst": f"Title\n=====\n\n.. include:: {secret}\n\n"
        f".. raw:: html\n   :file: {secret}\n\n"
        f".. csv-table:: T\n   :file: {secret}\n\n.. literalinclude:: {secret}\n",
        "docs/b.adoc": f"= Title\n\ninclude::{secret}[]\n\nimage::file://{secret}[]\n",
        "docs/c.org": f'* Title\n\n#+INCLUDE: "{secret}"\n\n[[file:{secret}]]\n',
        "docs/d.rdoc": f"= Title\n\n:include: {secret}\n",
        "docs/e.html": f"<h1>Title</h1><iframe src='file://{secret}'></iframe><!--#include "
        f"file='{secret}' -->",
        "docs/f.md": f'# Title\n\n--8<-- "{secret}"\n\n![x](file://{secret})\n',
        "docs/g.yaml": f"openapi: 3.0.0\ninfo: {{title: Title, version: '1'}}\npaths:\n  /a:\n"
        f"    $ref: 'file://{secret}'\n  /b:\n    $ref: 'http://127.0.0.1:1/x.yaml'\n",
    }


@pytest.fixture
def make_row():
    def make(path):
        return add_local_repository(user=operator(), path=path, name="local/hostile/one")

    return make


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.md"
    path.write_text(f"# {SECRET}\n\n{SECRET}\n")
    return path


@pytest.fixture
def trap(tmp_path, secret):
    """A working tree with every trap that git itself lets somebody commit."""
    tree = WorkTree(tmp_path / "trap", {"README.md": "# Start\n", **including(secret)})
    tree.write(
        {
            "docs/Twin.md": "# Upper\n",
            "docs/twin.md": "# Lower\n",
            "docs/large.md": "word " * 300_000,
            "docs/pointer.md": LFS,
            ".gitattributes": "*.md filter=evil diff=evil\n",
            ".lfsconfig": "[lfs]\n\turl = http://127.0.0.1:1/\n",
        }
    )
    (tree.path / "docs" / "out.md").symlink_to(secret)
    (tree.path / "docs" / "up").symlink_to(tree.path.parent)
    (tree.path / os.fsdecode(b"docs/caf\xe9.md")).write_text("# Old\n")
    tree.git("config", "filter.evil.smudge", f"cat {secret}")
    tree.git("add", "--all")
    tree.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},docs/module")
    tree.git("commit", "--quiet", "-m", "traps")
    for hook in HOOKS:
        path = tree.path / ".git" / "hooks" / hook
        path.write_text(f"#!/bin/sh\ntouch {tmp_path}/hook-has-run\n")
        path.chmod(0o755)
    tree.git("config", "uploadpack.packObjectsHook", f"touch {tmp_path}/hook-has-run; false")
    tree.git("config", "core.fsmonitor", f"touch {tmp_path}/hook-has-run")
    return tree


def test_every_trap_is_told_and_none_snaps(make_row, sync, trap, tmp_path):
    repository = make_row(trap.path)
    sync(repository)
    run = repository.runs.get()
    assert run.status == RunStatus.SUCCESS
    assert {one["path"]: one["reason"].split(".")[0] for one in run.skipped} == {
        "docs/caf\ufffd.md": "The path is not UTF-8",
        "docs/large.md": "The file has 1500000 bytes; the limit is 1048576",
        "docs/module": "Submodules are not followed",
        "docs/out.md": "Symbolic links are not followed",
        "docs/pointer.md": "It is a Git LFS pointer; the content is not in the repository",
    }
    rows = RepoDocument.objects.filter(repository=repository)
    assert {row.path for row in rows} == {
        "README.md", "docs/Twin.md", "docs/twin.md", *including("x"),
    }  # fmt: skip
    assert not (tmp_path / "hook-has-run").exists()
    for row in rows:
        assert SECRET not in row.content + html_of(row.content, row.path)


def test_case_twins_are_two_pages_with_two_slugs(make_row, sync, trap):
    repository = make_row(trap.path)
    sync(repository)
    twins = RepoDocument.objects.filter(repository=repository, path__iexact="docs/twin.md")
    assert len({row.slug for row in twins}) == len(twins) == 2
    assert {row.title for row in twins} == {"Upper", "Lower"}


def raw_object(folder, kind, data):
    done = subprocess.run(
        ["git", "hash-object", "-t", kind, "-w", "--stdin", "--literally"],
        cwd=folder, input=data, env=SURROUNDINGS, check=True, capture_output=True,
    )  # fmt: skip
    return done.stdout.decode().strip()


def entry(mode, name, object_id):
    return f"{mode} {name}".encode() + b"\0" + bytes.fromhex(object_id)


def test_names_that_lead_out_of_the_tree_are_told_and_write_nothing(make_row, sync, tmp_path):
    tree = WorkTree(tmp_path / "names", {"README.md": "# Start\n"})
    page = raw_object(tree.path, "blob", b"# Out\n")
    up = raw_object(tree.path, "tree", entry("100644", "evil.md", page))
    up = raw_object(tree.path, "tree", entry("40000", "..", up))
    docs = raw_object(tree.path, "tree", entry("40000", "..", up) + entry("100644", "ok.md", page))
    root = raw_object(tree.path, "tree", entry("40000", "docs", docs))
    commit = tree.git("commit-tree", root, "-m", "names").strip()
    tree.git("update-ref", "HEAD", commit)
    repository = make_row(tree.path)
    sync(repository)
    run = repository.runs.get()
    paths = set(RepoDocument.objects.filter(repository=repository).values_list("path", flat=True))
    assert paths == {"docs/ok.md"}
    assert [(one["path"], one["reason"]) for one in run.skipped] == [
        ("docs/../../evil.md", "The path leads out of its folder.")
    ]
    assert list(tmp_path.rglob("evil.md")) == []
    assert list(mirror_of(repository).path.rglob("*.md")) == []
