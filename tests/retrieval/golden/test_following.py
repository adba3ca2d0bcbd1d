"""Answers in repositories are followed where their files went."""

import pytest

from apps.access.principals import operator
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
