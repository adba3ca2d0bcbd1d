"""Another model is built and takes over while people search; and the way back."""

import threading
from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.utils import timezone
from django_q.models import Schedule as QueueSchedule

from apps.access.principals import operator
from apps.collections.models import Collection
from apps.jobs.models import Job
from apps.jobs.runner import run_job
from apps.retrieval.embedding.changing import begin_new_space
from apps.retrieval.embedding.embedder import EmbeddingFailedError
from apps.retrieval.embedding.spaces import active_space, wanted_embedder
from apps.retrieval.models import EmbeddingSpace, Vector
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.retrieval.conftest import fill, run_jobs

QUESTION = "how the third valve of the boiler is opened"
WORDS = "valve boiler pump third opened closed steam water pipe gauge wheel fire".split()  # noqa: SIM905
SEARCHERS = 3


def pages(count):
    return {
        f"{number}.md": f"# Page {number}\n\n"
        + " ".join(WORDS[(number * step) % len(WORDS)] for step in range(1, 20))
        for number in range(1, count + 1)
    }


def nearness():
    """Each passage's score in the dense stream; and what the answer said was missing."""
    answer = search(user=operator(), request=SearchRequest(QUESTION, top_k=100))
    assert answer.results
    scores = {
        hit.chunk_id: hit.streams["dense"]["score"]
        for hit in answer.results
        if "dense" in hit.streams
    }
    return scores, [one.code for one in answer.degraded]


def search_on(stop, seen, failures):
    try:
        while not stop.is_set():
            seen.append(nearness())
    except Exception as error:  # noqa: BLE001 - whatever it is, the test must hear of it
        failures.append(error)
    finally:
        connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_no_search_fails_and_none_mixes_two_models_while_one_takes_over(make_collection):
    make_collection("boilers", pages(12))
    run_jobs()
    old, (before, _) = active_space(), nearness()
    stop, seen, failures = threading.Event(), [], []
    arguments = (stop, seen, failures)
    threads = [threading.Thread(target=search_on, args=arguments) for _ in range(SEARCHERS)]
    for thread in threads:
        thread.start()
    call_command("reembed", model="other")
    run_jobs()
    stop.set()
    for thread in threads:
        thread.join()
    after, _ = nearness()
    assert active_space().model == "other"
    assert EmbeddingSpace.objects.get(pk=old.pk).status == "retired"
    assert failures == []
    assert before != after
    assert before.keys() == after.keys()
    assert len(seen) > SEARCHERS
    assert [scores for scores, _ in seen if scores not in (before, after)] == []
    assert {code for _, codes in seen for code in codes} <= {"VECTORS_PENDING"}


@pytest.mark.django_db
def test_the_way_back_makes_only_what_was_added_since(make_collection, hashing, switch_model):
    collection = make_collection("boilers", pages(6))
    run_jobs()
    before, _ = nearness()
    call_command("reembed", model="other")
    run_jobs()
    fill(collection, {"new.md": "# New\n\nGauges.\n"})
    run_jobs()
    hashing.texts_seen.clear()
    call_command("reembed", model="words")
    run_jobs()
    assert active_space().model == "words"
    assert [text.split("\n")[0] for text in hashing.texts_seen] == ["New"]
    after, degraded = nearness()
    assert {key: after[key] for key in before} == before
    assert degraded == []
    fill(collection, {"newer.md": "# Newer\n\nGauges too.\n"})
    run_jobs()
    assert active_space().model == "words"
    assert Vector.objects.filter(space=active_space(), part=0).count() == len(after) + 1
    # A new setting outweighs the choice.
    switch_model("hashing", "third")
    assert wanted_embedder().model == "third"


@pytest.mark.django_db
def test_a_model_that_there_is_not_is_refused_in_one_line(make_collection, switch_model):
    make_collection("boilers", pages(1))
    switch_model("builtin")
    with pytest.raises(CommandError, match="only has the model"):
        call_command("reembed", model="none-such")
    with pytest.raises(CommandError, match="names no model"):
        call_command("reembed", model=" ")
    switch_model("none")
    with pytest.raises(CommandError, match="makes no vectors"):
        call_command("reembed", model="words")
    assert not EmbeddingSpace.objects.exclude(chosen_over="").exists()


@pytest.mark.django_db
def test_a_model_that_is_new_in_the_settings_is_filled_by_itself(
    make_collection, hashing, switch_model
):
    make_collection("boilers", pages(3))
    run_jobs()
    old = active_space()
    assert begin_new_space() == 0
    switch_model("hashing", "other")
    hashing.texts_seen.clear()
    assert (begin_new_space(), begin_new_space(), active_space()) == (1, 1, old)
    assert Job.objects.active().filter(kind="embed").count() == 1
    run_jobs()
    assert (active_space().model, begin_new_space()) == ("other", 0)
    assert len(hashing.texts_seen) == 3
    assert Vector.objects.filter(space=old, content_hash="").count() == 0


@pytest.mark.django_db
def test_vectors_that_cannot_be_made_are_not_asked_for_all_the_time(
    make_collection, switch_model, monkeypatch, hashing
):
    make_collection("boilers", pages(1))
    run_jobs()
    switch_model("hashing", "other")
    begin_new_space()
    monkeypatch.setattr(hashing, "embed_passages", fail)
    run_jobs()
    Job.objects.filter(kind="embed").update(status="error", finished_at=timezone.now())
    assert begin_new_space() == 0
    Job.objects.update(finished_at=timezone.now() - timedelta(hours=2))
    assert begin_new_space() == 1


@pytest.mark.django_db
def test_vectors_made_anew_under_another_model_leave_the_serving_ones_be(
    make_collection, hashing, switch_model
):
    make_collection("boilers", pages(3))
    run_jobs()
    switch_model("hashing", "other")
    hashing.texts_seen.clear()
    call_command("reembed")
    run_jobs()
    assert (len(hashing.texts_seen), active_space().model) == (3, "other")


def fail(*_arguments):
    raise EmbeddingFailedError("The provider is away.")


@pytest.mark.django_db
def test_other_texts_of_a_new_version_are_embedded_by_themselves(make_collection, monkeypatch):
    make_collection("boilers", pages(3))
    run_jobs()
    old = active_space()
    for module in ("spaces", "changing"):
        monkeypatch.setattr(f"apps.retrieval.embedding.{module}.TEXTS_VERSION", old.texts + 1)
    assert begin_new_space() == 1
    assert active_space() == old
    run_jobs()
    serving = active_space()
    assert (serving.model, serving.texts) == (old.model, old.texts + 1)
    assert begin_new_space() == 0
    assert EmbeddingSpace.objects.filter(pk=old.pk).exists()
    EmbeddingSpace.objects.filter(pk=serving.pk).update(
        activated_at=timezone.now() - timedelta(hours=2)
    )
    begin_new_space()
    # The old vectors can never serve again, so they are gone.
    assert not EmbeddingSpace.objects.filter(pk=old.pk).exists()
    assert {vector.space_id for vector in Vector.objects.all()} == {serving.pk}


@pytest.mark.django_db
def test_a_space_takes_over_when_what_it_lacked_is_gone(make_collection, switch_model):
    collection = make_collection("boilers", pages(2))
    run_jobs()
    make_collection("pumps", pages(2))
    switch_model("hashing", "third")
    assert begin_new_space() == 2
    for job in Job.objects.filter(status="queued", source_id=collection.pk):
        run_job(str(job.pk))
    assert active_space().model == "words"
    Collection.objects.exclude(pk=collection.pk).delete()
    assert begin_new_space() == 0
    assert active_space().model == "third"


@pytest.mark.django_db
def test_the_scheduler_looks_for_a_new_model_every_few_minutes():
    # Tests that commit empty every table afterwards, rows of migrations included.
    migration = import_module("apps.retrieval.migrations.0018_begin_new_spaces")
    migration.forwards(apps, connection.schema_editor())
    row = QueueSchedule.objects.get(func="apps.retrieval.embedding.changing.begin_new_space")
    assert (row.schedule_type, row.minutes, row.repeats) == (QueueSchedule.MINUTES, 5, -1)


@pytest.mark.django_db
def test_a_space_takes_over_also_when_the_provider_before_is_gone(
    make_collection, hashing, switch_model, monkeypatch
):
    collection = make_collection("boilers", pages(2))
    run_jobs()
    embed = hashing.embed_passages

    def embed_unless_gone(embedder, *arguments):
        return fail() if embedder.model == "words" else embed(embedder, *arguments)

    monkeypatch.setattr(hashing, "embed_passages", embed_unless_gone)
    switch_model("hashing", "other")
    fill(collection, {"new.md": "# New\n\nGauges.\n"})
    run_jobs()
    assert active_space().model == "other"
    assert Vector.objects.filter(space=active_space(), part=0).count() == 3
