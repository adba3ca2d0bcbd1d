"""Symbols and mentions of a repository, through real syncs."""

from dataclasses import replace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.models import Mention, MentionDrift
from apps.jobs.models import Job, JobKind
from apps.repos.models import CodeFile, CodeSymbol

POOL = '''"""Connections."""


class Pool:
    """Keeps connections."""

    def take_one(self): ...


def open_pool(size): ...
'''
GUIDE = """# Pools

Call `open_pool()` once; a `Pool` gives connections by `Pool.take_one`.

## Elsewhere

See README.md and os.path.join; the word pool is no code.
"""


@pytest.fixture
def relink():
    def run(repository, **options):
        return relink_repository(user=operator(), repository_id=repository.pk, **options).as_dict()

    return run


@pytest.fixture
def linked(make_source, sync, relink):
    repository, tree = make_source({"src/db/pool.py": POOL, "docs/guide.md": GUIDE})
    sync(repository)
    relink(repository)
    return repository, tree


def bound():
    rows = Mention.objects.filter(is_ambiguous=False).order_by("name")
    return [(one.name, one.symbol.qualified_name) for one in rows.select_related("symbol")]


def drift():
    return [(one.name, one.qualified_name, one.line) for one in MentionDrift.objects.all()]


def test_a_sync_asks_for_a_relink_once(make_source, sync, relink):
    repository, _ = make_source({"a.py": POOL, "README.md": GUIDE})
    sync(repository)
    assert Job.objects.filter(kind=JobKind.RELINK).count() == 1
    Job.objects.all().delete()
    relink(repository)
    sync(repository)
    assert Job.objects.filter(kind=JobKind.RELINK).count() == 0


def test_documents_that_are_cut_anew_are_linked_anew(linked, sync, relink, settings):
    repository, _ = linked
    Job.objects.all().delete()
    chunking = replace(settings.PRESSMARK.chunking, max_words=12, overlap_words=2)
    settings.PRESSMARK = replace(settings.PRESSMARK, chunking=chunking)
    sync(repository)
    assert Job.objects.filter(kind=JobKind.RELINK).count() == 1
    relink(repository)
    assert [name for name, _ in bound()] == ["Pool", "Pool.take_one", "open_pool()"]


def test_names_are_bound_to_what_they_mean(linked):
    assert bound() == [
        ("Pool", "db.pool.Pool"),
        ("Pool.take_one", "db.pool.Pool.take_one"),
        ("open_pool()", "db.pool.open_pool"),
    ]
    assert drift() == []


def test_nothing_changed_means_no_work(linked, relink):
    repository, _ = linked
    ids = set(Mention.objects.values_list("pk", flat=True))
    assert relink(repository) == {
        "read_files": 0,
        "linked_documents": 0,
        "symbols": 3,
        "mentions": 3,
    }
    assert relink(repository, is_forced=True)["linked_documents"] == 1
    assert set(Mention.objects.values_list("pk", flat=True)) == ids


def test_a_symbol_that_only_moves_keeps_its_row(linked, sync, relink):
    repository, tree = linked
    before = dict(CodeSymbol.objects.values_list("qualified_name", "pk"))
    tree.write({"src/db/pool.py": "import os\n\n" + POOL})
    tree.commit()
    sync(repository)
    assert relink(repository)["linked_documents"] == 0
    assert dict(CodeSymbol.objects.values_list("qualified_name", "pk")) == before
    assert CodeSymbol.objects.get(name="Pool").start_line == 6


def test_only_documents_that_name_what_changed_are_linked_again(linked, sync, relink):
    repository, tree = linked
    tree.write({"docs/other.md": "# Other\n\nNothing here.\n"})
    tree.commit()
    sync(repository)
    assert relink(repository)["linked_documents"] == 1
    tree.write({"src/db/pool.py": POOL + "\n\ndef close_pool(): ...\n"})
    tree.commit()
    sync(repository)
    done = relink(repository)
    assert (done["read_files"], done["linked_documents"], done["symbols"]) == (1, 0, 4)


def test_a_rename_shows_as_drift_until_it_is_mended(linked, sync, relink):
    repository, tree = linked
    tree.write({"src/db/pool.py": POOL.replace("open_pool", "make_pool")})
    tree.commit()
    sync(repository)
    relink(repository)
    assert drift() == [("open_pool()", "db.pool.open_pool", 3)]
    relink(repository, is_forced=True)
    assert len(drift()) == 1
    tree.write({"docs/guide.md": "New words first.\n\n" + GUIDE})
    tree.commit()
    sync(repository)
    relink(repository)
    assert drift() == [("open_pool()", "db.pool.open_pool", 5)]
    tree.write({"docs/guide.md": GUIDE.replace("open_pool", "make_pool")})
    tree.commit()
    sync(repository)
    relink(repository)
    assert drift() == []
    assert ("make_pool()", "db.pool.make_pool") in bound()


def test_a_symbol_that_comes_back_ends_the_drift(linked, sync, relink):
    repository, tree = linked
    tree.remove("src/db/pool.py")
    tree.commit()
    sync(repository)
    relink(repository)
    assert [name for name, *_ in drift()] == ["Pool", "Pool.take_one", "open_pool()"]
    assert (bound(), CodeFile.objects.count()) == ([], 0)
    tree.write({"src/db/pool.py": POOL})
    tree.commit()
    sync(repository)
    relink(repository)
    assert (drift(), len(bound())) == ([], 3)


def test_equal_candidates_stay_ambiguous(make_source, sync, relink):
    repository, _ = make_source(
        {
            "a/one.py": "def load_all(): ...\n",
            "b/two.py": "def load_all(): ...\n",
            "README.md": "# Loading\n\nUse `load_all()`.\n",
            "b/README.md": "# B\n\nUse `load_all()`.\n",
        }
    )
    sync(repository)
    assert relink(repository)["mentions"] == 1
    assert bound() == [("load_all()", "b.two.load_all")]
    unsure = Mention.objects.filter(is_ambiguous=True).order_by("symbol__path")
    assert [(one.symbol.path, one.confidence) for one in unsure] == [
        ("a/one.py", 0.425),
        ("b/two.py", 0.425),
    ]


def test_files_that_are_left_out_say_why(make_source, sync, relink, settings):
    repository, _ = make_source(
        {
            "a.py": "def a_one(): ...\n",
            "app.min.js": "var a=1",
            "bad.py": "def broken(:\n  x = (\n",
            "README.md": "# R\n",
        }
    )
    sync(repository)
    assert relink(repository)["read_files"] == 3
    assert CodeFile.objects.get(path="app.min.js").skipped == "it is minified"
    assert CodeFile.objects.get(path="a.py").symbol_count == 1


def test_a_repository_has_a_most_of_symbols(make_source, sync, relink, settings):
    limits = replace(settings.PRESSMARK.limits, repository_symbols=1)
    settings.PRESSMARK = replace(settings.PRESSMARK, limits=limits)
    repository, _ = make_source({"a.py": "def a_one(): ...\n", "b.py": "def b_one(): ...\n"})
    sync(repository)
    assert relink(repository)["symbols"] == 1
    assert CodeFile.objects.get(path="b.py").skipped == "the repository has too many symbols"


def test_many_symbols_that_moved_cost_no_more_queries_than_few(make_source, sync, relink):
    repository, tree = make_source({"README.md": "# R\n"})
    counts = []
    one, many = "def a(): ...\n", "def b(): ...\n" * 9
    for content in (one, "\n" + one, many, "\n" + many):
        tree.write({"few.py": content})
        tree.commit()
        sync(repository)
        with CaptureQueriesContext(connection) as queries:
            relink(repository)
        counts.append(len(queries))
    assert counts[1] == counts[3]
