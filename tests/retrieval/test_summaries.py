from dataclasses import replace

import numpy as np
import pytest

from apps.access.principals import operator
from apps.documents.models import Section
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from apps.retrieval.embedding.embedder import unit_rows
from apps.retrieval.embedding.summaries import central
from tests.repos.data_folder import own_data_folder  # noqa: F401
from tests.repos.worktrees import WorkTree
from tests.retrieval.conftest import run_jobs

PAGE = """\
# Valves

Hello there. The valve turns the water off. Turn the valve with the key. Bye now.

## Short

One sentence. Two sentences.
"""
CENTRAL = "The valve turns the water off."


def summaries():
    return list(Section.objects.order_by("position").values_list("summary", flat=True))


@pytest.fixture
def repository(db, settings, tmp_path):
    options = replace(settings.PRESSMARK.documents, summaries="embedding")
    settings.PRESSMARK = replace(settings.PRESSMARK, documents=options)
    tree = WorkTree(tmp_path / "tree", {"a.md": PAGE})
    row = add_local_repository(user=operator(), path=tree.path, name="local/team/valves")

    def sync(**files):
        tree.write({f"{name}.md": text for name, text in files.items()})
        tree.commit()
        sync_repository(user=operator(), repository_id=row.pk)

    sync()
    return sync


def test_the_sentence_nearest_to_all_is_the_central_one():
    vectors = unit_rows(np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [1, 1, 0]], np.float32))
    assert central(["a", "b", "c", "d"], vectors) == "b"


def test_summaries_are_chosen_after_the_sync_and_the_first_sentence_serves_until_then(repository):
    assert summaries() == ["Hello there.", "One sentence."]
    run_jobs()
    assert summaries() == [CENTRAL, "One sentence."]


def test_a_choice_stays_with_its_text_and_is_made_once(repository, hashing):
    run_jobs()
    hashing.texts_seen.clear()
    repository(a=PAGE + "\nThree sentences.\n")
    assert summaries() == [CENTRAL, "One sentence."]
    run_jobs()
    seen = {text.strip() for text in hashing.texts_seen}
    assert CENTRAL not in seen
    assert {"One sentence.", "Two sentences.", "Three sentences."} <= seen


def test_without_an_embedder_the_first_sentence_stays(repository, switch_model):
    switch_model("none")
    run_jobs()
    assert summaries() == ["Hello there.", "One sentence."]
