"""Ten syncs of a tree that is edited at random leave what one sync of the outcome leaves."""

import random

import pytest

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.models import RepoDocument, RepoDocumentChunk, Section
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.documents.whole_index import whole_index
from tests.repos.worktrees import WorkTree

pytestmark = pytest.mark.django_db
CODE = '''"""Module {0}."""


class Pool{0}:
    """Keeps connections."""

    def take_one_{0}(self): ...


def open_pool_{0}(size): ...


def close_all(): ...
'''
PAGE = """# Page {0}

Call `open_pool_{0}()` once; `Pool{0}.take_one_{0}` waits. See [next](page{1}.md).

(options-{0})=
## Options of {0}

More in {{ref}}`options-{1}`.

`close_all()` closes, as open_pool_{1} tells.

### Twins

First.

### Twins

Second of {0}.
"""


def start_tree(folder):
    files = {f"src/part{n}/pool.py": CODE.format(n) for n in range(4)}
    files |= {f"docs/page{n}.md": PAGE.format(n, (n + 1) % 4) for n in range(6)}
    return WorkTree(folder, files | {"README.md": "# Start\n\nUse `Pool0`.\n"})


def files_of(tree):
    paths = (path for path in tree.path.rglob("*") if path.is_file())
    names = (path.relative_to(tree.path).as_posix() for path in paths)
    return {name: (tree.path / name).read_text() for name in names if not name.startswith(".git/")}


def edit(tree, chance):
    """One edit of a file that is there."""
    files = files_of(tree)
    path = chance.choice(sorted(files))
    text = files[path]
    name = f"{chance.randrange(1000)}{path[path.rindex('.') :]}"
    match chance.choice(("append", "prepend", "cut", "retitle", "rename", "copy", "remove")):
        case "append":
            tree.write({path: text + "\n\nClosed by `close_all()`.\n"})
        case "prepend":
            tree.write({path: "# Before\n\n" + text})
        case "cut":
            tree.write({path: text[: len(text) // 2]})
        case "retitle":
            tree.write({path: text.replace("Options", "Choices").replace("open_pool", "make_pool")})
        case "rename":
            tree.move(path, f"{path.rpartition('/')[0] or 'docs'}/moved{name}")
        case "copy":
            tree.write({f"docs/copied{name}": text})
        case "remove":
            tree.remove(path)


def ids_of(repository):
    """By path: the ids of the document, of its sections, of its chunks, in order."""
    rows = RepoDocument.objects.filter(repository=repository)
    return {
        row.path: (
            row.pk,
            list(Section.objects.filter(document=row).order_by("position").values_list("pk")),
            list(RepoDocumentChunk.objects.filter(document=row).values_list("pk")),
        )
        for row in rows
    }


def bring_up(repository):
    sync_repository(user=operator(), repository_id=repository.pk)
    relink_repository(user=operator(), repository_id=repository.pk)


def test_ten_syncs_with_their_links_equal_a_fresh_one_and_ids_stay(tmp_path):
    tree, chance = start_tree(tmp_path / "tree"), random.Random(20)
    rows = [
        add_local_repository(user=operator(), path=tree.path, name=f"local/ten/{name}")
        for name in ("grown", "fresh")
    ]
    bring_up(rows[0])
    kept = 0
    for _ in range(10):
        files, ids = files_of(tree), ids_of(rows[0])
        for _ in range(3):
            edit(tree, chance)
        tree.commit()
        bring_up(rows[0])
        now = ids_of(rows[0])
        same = {path for path, text in files_of(tree).items() if files.get(path) == text}
        unmoved = same & ids.keys() & now.keys()
        assert {path: now[path] for path in unmoved} == {path: ids[path] for path in unmoved}
        kept += len(unmoved)
    bring_up(rows[1])
    grown, fresh = (whole_index(row) for row in rows)
    assert grown == fresh
    assert kept > 20
    assert all(fresh.values())


def test_ids_outlive_renaming_and_additions(tmp_path):
    tree = start_tree(tmp_path / "tree")
    repository = add_local_repository(user=operator(), path=tree.path, name="local/ten/ids")
    bring_up(repository)
    before = ids_of(repository)
    tree.move("docs/page0.md", "guide/first.md")
    tree.write({"docs/page1.md": PAGE.format(1, 2) + "\n## New\n\nMore.\n"})
    tree.commit()
    bring_up(repository)
    now = ids_of(repository)
    assert now["guide/first.md"] == before["docs/page0.md"]
    document, sections, _ = before["docs/page1.md"]
    assert now["docs/page1.md"][0] == document
    assert now["docs/page1.md"][1][: len(sections)] == sections
