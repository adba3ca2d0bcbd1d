"""Contents of files, read from a mirror."""

import pytest

from apps.access.errors import TooLargeError
from apps.repos.git.blobs import AHEAD, BlobReader
from apps.repos.git.errors import MirrorMissingError
from apps.repos.git.mirror import FetchLimits, Mirror, Remote
from apps.repos.git.tree import list_tree
from tests.repos.worktrees import WorkTree


@pytest.fixture
def tree(tmp_path):
    return WorkTree(tmp_path / "work", {"README.md": "# One\n"})


@pytest.fixture
def mirror(tmp_path):
    mirror = Mirror(tmp_path / "mirrors" / "one")
    mirror.ensure()
    return mirror


def listed(mirror, tree):
    mirror.fetch(Remote(str(tree.path), "file", 0), "HEAD", FetchLimits())
    return list_tree(mirror.path, mirror.incoming().tree_id)


def test_a_file_over_the_limit_is_refused_before_it_is_read(mirror, tree):
    tree.write({"big.bin": "x" * 5000})
    tree.commit()
    found = listed(mirror, tree)
    entries = {entry.path: entry for entry in found}
    with BlobReader(mirror.path) as blobs:
        assert len(blobs.read(entries["big.bin"].blob_id, most=5000)) == 5000
        with pytest.raises(TooLargeError):
            blobs.read(entries["big.bin"].blob_id, most=4999)


def test_many_files_are_read_in_order_while_git_runs_ahead(mirror, tree):
    files = {f"{number:03}.md": f"page {number}\n" * (number + 1) for number in range(3 * AHEAD)}
    tree.write(files)
    tree.commit()
    entries = [entry for entry in listed(mirror, tree) if entry.path in files]
    with BlobReader(mirror.path) as blobs:
        found = list(blobs.read_all(entry.blob_id for entry in entries))
        assert blobs.read(entries[0].blob_id) == found[0]
    assert found == [files[entry.path].encode() for entry in entries]


def test_a_missing_file_among_many_is_told_in_its_turn(mirror, tree):
    entry = listed(mirror, tree)[0]
    with BlobReader(mirror.path) as blobs:
        found = blobs.read_all([entry.blob_id, "0" * 40, entry.blob_id])
        assert next(found)
        with pytest.raises(MirrorMissingError):
            next(found)
