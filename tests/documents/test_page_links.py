"""Which documents of a repository link to which, as syncs leave it."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction

from apps.access.principals import operator
from apps.documents.broken_links import find_broken_links
from apps.documents.models import RepoDocument, RepoDocumentLink
from apps.documents.storing import delete_rows

pytestmark = pytest.mark.django_db
FILES = {
    "README.md": "# Start\n\n[Guide](docs/guide.md#setup), [again](docs/guide.md), [code](app.py), "
    "[gone](docs/later.md), [me](README.md), [out](https://example.org/docs/guide.md)\n",
    "docs/guide.md": "# Guide\n\nBack to [start](/), [[the api]], [sums](../examples/sums.py).\n",
    "docs/api.rst": "The API\n=======\n\n`Guide <guide.html>`_\n",
    "docs/alone.md": "# Alone\n\nNothing.\n",
    "examples/sums.py": "print('[no](../README.md)')\n",
    "app.py": "pass\n",
}
EDGES = {
    ("README.md", "docs/guide.md"),
    ("docs/guide.md", "README.md"),
    ("docs/guide.md", "docs/api.rst"),
    ("docs/guide.md", "examples/sums.py"),
    ("docs/api.rst", "docs/guide.md"),
}


def edges_of(repository):
    rows = RepoDocumentLink.objects.filter(document__repository=repository)
    found = list(rows.values_list("document__path", "target__path"))
    assert len(found) == len(set(found))
    return set(found)


def rows_of(repository):
    """By the paths of both ends: the row's id, which stays when nothing is written."""
    rows = RepoDocumentLink.objects.filter(document__repository=repository)
    return {
        (one, two): pk for pk, one, two in rows.values_list("pk", "document__path", "target__path")
    }


@pytest.fixture
def synced(make_source, sync):
    repository, tree = make_source(FILES)
    sync(repository)

    def change(files=(), removed=()):
        tree.write(dict(files))
        if removed:
            tree.remove(*removed)
        tree.commit()
        sync(repository)
        return edges_of(repository)

    return repository, tree, change


def test_each_document_links_once_to_each_other_one_that_the_reader_would_show(synced):
    repository, _, _ = synced
    assert edges_of(repository) == EDGES


def test_a_changed_document_alone_has_its_links_written_anew(synced):
    repository, _, change = synced
    before = rows_of(repository)
    changed = change({"docs/guide.md": "# Guide\n\nOnly [start](../README.md) now.\n"})
    assert changed == EDGES - {
        ("docs/guide.md", "docs/api.rst"),
        ("docs/guide.md", "examples/sums.py"),
    }
    assert rows_of(repository).items() <= before.items()


def test_a_page_that_comes_is_linked_from_pages_that_nobody_touched(synced):
    repository, _, change = synced
    before = rows_of(repository)
    assert change({"docs/later.md": "# Later\n"}) == EDGES | {("README.md", "docs/later.md")}
    assert before.items() <= rows_of(repository).items()
    assert change(removed=["docs/later.md"]) == EDGES


def test_a_title_that_another_page_takes_over_takes_its_wiki_links_along(synced):
    _, _, change = synced
    lost = EDGES - {("docs/guide.md", "docs/api.rst")}
    renamed = FILES["docs/api.rst"].replace("The API", "Calling")
    assert change({"docs/api.rst": renamed}) == lost
    taken = change({"docs/alone.md": "# The API\n"})
    assert taken == lost | {("docs/guide.md", "docs/alone.md")}


def test_a_moved_page_keeps_the_links_that_still_reach_it(synced):
    _, tree, change = synced
    tree.move("docs/guide.md", "handbook/guide.md")
    assert change() == {
        ("handbook/guide.md", "README.md"),
        ("handbook/guide.md", "docs/api.rst"),
        ("handbook/guide.md", "examples/sums.py"),
    }
    moved = FILES["README.md"].replace("docs/guide.md", "handbook/guide.md")
    assert ("README.md", "handbook/guide.md") in change({"README.md": moved})


def test_labels_lead_to_the_document_that_defines_them(synced):
    repository, _, change = synced
    written = {
        "docs/api.rst": FILES["docs/api.rst"] + "\nSee :ref:`all of it <Nothing Here>`.\n",
        "README.md": FILES["README.md"] + "\n{ref}`nothing here`\n",
    }
    defined = {
        "docs/alone.md": "# Alone\n\n[Itself](#alone), [calls](#calling)\n",
        "docs/late.rst": ".. _nothing here:\n\nLate\n====\n\n.. _calling:\n\nMore.\n",
    }
    assert change(written) == EDGES
    labelled = {("docs/api.rst", "docs/late.rst"), ("README.md", "docs/late.rst")}
    labelled |= {("docs/alone.md", "docs/late.rst")}
    assert change(defined) == EDGES | labelled
    [late] = RepoDocument.objects.filter(repository=repository, path="docs/late.rst")
    assert dict(late.labels) == {"nothing here": "late", "calling": "late"}
    twice = {
        "docs/alone.md": "(calling)=\n# Alone\n",
        "docs/late.rst": "Late\n====\n\n.. _calling:\n",
    }
    assert change(twice) == EDGES


def test_toctrees_link_to_their_pages(synced):
    _, _, change = synced
    index = "Docs\n====\n\n.. toctree::\n   :maxdepth: 1\n\n   guide\n   The rest <alone>\n"
    assert change({"docs/index.rst": index}) == EDGES | {
        ("docs/index.rst", "docs/guide.md"),
        ("docs/index.rst", "docs/alone.md"),
    }


def test_a_copy_is_another_name_of_the_page(synced):
    _, _, change = synced
    link = {"docs/alone.md": "# Alone\n\n[To the copy](copies/guide.md)\n"}
    assert change(link) == EDGES
    copied = change({"docs/copies/guide.md": FILES["docs/guide.md"]})
    assert ("docs/alone.md", "docs/guide.md") in copied


def test_another_way_to_link_reaches_repositories_whose_tree_is_the_same(synced, sync, monkeypatch):
    repository, _, _ = synced
    RepoDocumentLink.objects.filter(document__repository=repository).delete()
    sync(repository)
    assert edges_of(repository) == set()
    monkeypatch.setattr("apps.documents.survey.LINKING_VERSION", "next")
    assert sync(repository)[1] == 0
    assert edges_of(repository) == EDGES


def test_the_database_takes_the_links_of_a_deleted_document_along(synced):
    repository, _, _ = synced
    [guide] = RepoDocument.objects.filter(repository=repository, path="docs/guide.md")
    delete_rows(RepoDocument, [guide.pk])
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert edges_of(repository) == set()


def test_the_database_refuses_a_link_of_a_page_to_itself_or_a_second_time(synced):
    repository, _, _ = synced
    one, two = RepoDocument.objects.filter(
        repository=repository, path__in=["README.md", "docs/guide.md"]
    )
    for target in (one, two):
        with pytest.raises(IntegrityError), transaction.atomic():
            RepoDocumentLink.objects.create(document=one, target=target)


def test_links_are_read_by_those_who_read_the_repository(synced):
    repository, _, _ = synced
    repository.visibility = "private"
    repository.save()
    rows = RepoDocumentLink.objects.filter(document__repository=repository)
    assert rows.visible_to(operator()).count() == len(EDGES)
    assert not rows.visible_to(AnonymousUser()).exists()


def test_labels_that_nobody_defines_are_found_broken_unless_they_are_of_elsewhere(synced):
    repository, _, change = synced
    page = (
        "Page\n====\n\n:ref:`none`, :ref:`python:tut`, :ref:`search`, :ref:`at`\n\n.. _at:\n\nEnd\n"
    )
    change({"docs/page.rst": page})
    found = find_broken_links(user=operator(), repository_id=repository.pk).links
    assert [one.href for one in found if one.path == "docs/page.rst"] == ["none"]
    change({"docs/page.rst": page.replace(".. _at:", "")})
    found = find_broken_links(user=operator(), repository_id=repository.pk).links
    assert [one.href for one in found if one.path == "docs/page.rst"] == []
