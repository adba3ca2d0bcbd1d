"""Answers in repositories are followed where their files went."""

import pytest
from django.urls import reverse

from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.collections.catalogue import update_collection
from apps.collections.models import Collection
from apps.retrieval.golden.evaluating import evaluate
from apps.retrieval.golden.keeping import keep_question
from tests.reader.repos_on_shelf import FILES, SLUG, add_tree, synced
from tests.repos.data_folder import own_data_folder

__all__ = ["own_data_folder"]


@pytest.mark.django_db
def test_a_moved_file_is_followed_and_a_removed_one_is_gone(words_only, tmp_path):
    row, tree = add_tree(tmp_path / "trees", FILES)
    synced(row)
    old = f"repo:{SLUG}/docs/guide/setup.md"
    golden = keep_question(user=operator(), question="install the engine", marks=[old])
    tree.move("docs/guide/setup.md", "manual/installing.md")
    tree.commit()
    synced(row)
    assert evaluate(user=operator()).recall == 1.0
    golden.refresh_from_db()
    assert golden.marks == [f"repo:{SLUG}/manual/installing.md"]
    tree.remove("manual/installing.md")
    tree.commit()
    synced(row)
    (result,) = evaluate(user=operator()).results.all()
    assert (result.gone, result.recall) == (golden.marks, 0.0)


@pytest.fixture
def renamed(words_only, make_collection):
    """A golden question asked of a collection that got another name."""
    shelf = make_collection("Engines", {"setup.md": "# Setup\n\nInstall the engine.\n"})
    golden = keep_question(
        user=operator(),
        question="install the engine",
        marks=["collection:Engines/setup.md"],
        sources=["collection:Engines"],
    )
    update_collection(user=operator(), collection_id=shelf.pk, name="Motors")
    return golden


def test_a_question_goes_on_asking_a_source_that_was_renamed(renamed):
    assert evaluate(user=operator()).recall == 1.0
    renamed.refresh_from_db()
    assert (renamed.sources, renamed.marks) == (
        ["collection:Motors"],
        ["collection:Motors/setup.md"],
    )
    followed = AuditEntry.objects.get(action="golden_question.followed")
    assert followed.after == {"sources": renamed.sources, "marks": renamed.marks}


def test_a_question_that_would_be_asked_twice_keeps_its_mark_and_is_answered(renamed):
    keep_question(
        user=operator(),
        question="Install the engine",
        marks=["collection:Motors/setup.md"],
        sources=["collection:Motors"],
    )
    run = evaluate(user=operator())
    assert (run.questions, run.recall) == (2, 1.0)
    renamed.refresh_from_db()
    assert renamed.sources == ["collection:Engines"]


def test_a_question_asked_of_a_source_that_is_gone_says_so(renamed, admin_client):
    Collection.objects.all().delete()
    address = reverse("admin:retrieval_goldenquestion_change", args=[renamed.pk])
    page = admin_client.get(address).content.decode()
    assert "collection:Engines no longer exists. While it is asked" in page
    assert evaluate(user=operator()).recall == 0.0
