import dataclasses
from itertools import pairwise
from uuid import UUID

import numpy as np
import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import ConflictError, ForbiddenError, NotFoundError
from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.access.principals import operator
from apps.collections.models import Document
from apps.jobs.models import Job
from apps.jobs.run import LeaseLostError
from apps.jobs.runner import claim_job
from apps.retrieval.embedding.builtin import BuiltinEmbedder, batches_by_tokens
from apps.retrieval.embedding.embedder import PassageText, TextPart
from apps.retrieval.embedding.job import embed_source, split_batches
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.embedding.status import embed_status, request_reembed
from apps.retrieval.embedding.windows import (
    LONGEST_TEXT,
    MOST_WINDOWS,
    sample_text,
    spread,
    token_windows,
)
from apps.retrieval.models import EmbeddingSpace, Passage, Vector
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.retrieval.conftest import fill, run_jobs


def text_of(body, head=""):
    return PassageText((TextPart(head, body),))


pages = {f"{n}.md": f"# Page {n}\n\nText number {n}.\n" for n in range(10)}


@pytest.mark.django_db
def test_the_job_embeds_each_passage_once(make_collection, hashing):
    collection = make_collection("pages", pages)
    assert embed_status(user=operator(), source_id=collection.pk).is_ready is False
    run_jobs()
    status = embed_status(user=operator(), source_id=collection.pk)
    assert status.as_dict() == {"total_chunks": 10, "embedded_chunks": 10, "is_ready": True}
    assert len(hashing.texts_seen) == len(set(hashing.texts_seen)) == 10


@pytest.mark.django_db
def test_importing_the_same_again_embeds_nothing(make_collection, hashing):
    collection = make_collection("pages", pages)
    run_jobs()
    hashing.texts_seen.clear()
    assert {result.state for result in fill(collection, pages)} == {"unchanged"}
    run_jobs()
    assert hashing.texts_seen == []
    assert Job.objects.filter(kind="embed").count() == 1


@pytest.mark.django_db
def test_equal_texts_of_two_collections_share_one_vector(make_collection, hashing):
    make_collection("pages", pages)
    run_jobs()
    hashing.texts_seen.clear()
    second = make_collection("copies", pages)
    run_jobs()
    assert hashing.texts_seen == []
    assert embed_status(user=operator(), source_id=second.pk).is_ready


@pytest.mark.django_db
def test_a_deleted_document_takes_its_vectors_along(make_collection):
    make_collection("pages", pages)
    run_jobs()
    Document.objects.get(source_key="3.md").delete()
    assert Vector.objects.count() == 9


@pytest.mark.django_db
def test_a_failing_provider_is_retried_and_then_told(make_collection, hashing):
    make_collection("pages", pages)
    hashing.is_away = True
    seen = []
    for _ in range(3):
        Job.objects.filter(kind="embed").update(not_before=timezone.now())
        run_jobs()
        seen.append(Job.objects.get(kind="embed").status)
    hashing.is_away = False
    assert seen == ["queued", "queued", "error"]
    assert Job.objects.get(kind="embed").error_code == "EMBEDDING_FAILED"


@pytest.mark.django_db
def test_a_new_model_serves_only_once_it_holds_everything(make_collection, switch_model):
    one, two = make_collection("one", pages), make_collection("two", {"z.md": "# Z\n\nLast.\n"})
    run_jobs()
    old = active_space()
    switch_model("hashing", "other")
    request_reembed(user=operator(), source_id=one.pk)
    run_jobs()
    assert active_space() == old
    answer = search(user=operator(), request=SearchRequest("Text number 3"))
    assert answer.results[0].source_key == "3.md"
    request_reembed(user=operator(), source_id=two.pk)
    run_jobs()
    assert active_space().model == "other"
    assert EmbeddingSpace.objects.get(pk=old.pk).status == "retired"
    assert search(user=operator(), request=SearchRequest("Last")).degraded == ()


@pytest.mark.django_db
def test_asking_for_vectors_anew_needs_write_access(make_collection, reader, switch_model):
    collection = make_collection("pages", pages)
    with pytest.raises(NotFoundError):
        request_reembed(user=reader, source_id=collection.pk)
    grant_access(user=operator(), source=collection, to=reader, level=GrantLevel.READ)
    with pytest.raises(ForbiddenError):
        request_reembed(user=reader, source_id=collection.pk)
    grant_access(user=operator(), source=collection, to=reader, level=GrantLevel.WRITE)
    switch_model("none")
    with pytest.raises(ConflictError):
        request_reembed(user=reader, source_id=collection.pk)


def test_the_built_in_model_knows_that_meaning_is_not_spelling():
    embedder = BuiltinEmbedder()
    bodies = ["Restart the web server after a crash.", "Bake the bread for forty minutes.", ""]
    found = embedder.embed_passages([text_of(body) for body in bodies])
    question = embedder.embed_query("How do I bring the site back up?")
    assert [rows.shape for rows in found] == [(1, embedder.dimension)] * 3
    passages = np.concatenate(found)
    assert np.allclose(np.linalg.norm(passages, axis=1), 1, atol=1e-3)
    assert passages[0] @ question > passages[1] @ question


@pytest.mark.parametrize("damage", [b"", b"no model", None])
def test_the_optimised_model_is_kept_and_made_anew_when_it_is_damaged(settings, tmp_path, damage):
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, data_dir=tmp_path)
    first = BuiltinEmbedder().embed_query("rotate keys")
    [kept] = (tmp_path / "models").iterdir()
    size = kept.stat().st_size
    if damage is not None:
        kept.write_bytes(damage)
    assert np.array_equal(BuiltinEmbedder().embed_query("rotate keys"), first)
    assert [path.stat().st_size for path in (tmp_path / "models").iterdir()] == [size]


def test_the_built_in_model_hears_the_end_of_a_long_text():
    embedder = BuiltinEmbedder()
    filler = "The weather was calm and the sea was blue. " * 150
    texts = [filler, filler + "Rotate the signing keys. " * 3]
    plain, pointed = embedder.embed_passages([text_of(text, "Sea") for text in texts])
    question = embedder.embed_query("rotate signing keys")
    assert len(plain) > 1
    assert (pointed @ question).max() > (plain @ question).max() + 0.1


def test_each_section_of_a_passage_has_windows_of_its_own():
    embedder = BuiltinEmbedder()
    parts = (TextPart("Sea > Salt", "Sea water is salty."), TextPart("Sea > Tide", "It rises."))
    both, alone = embedder.embed_passages([PassageText(parts), PassageText(parts[1:])])
    assert (len(both), len(alone)) == (2, 1)
    assert both[1] @ alone[0] > 0.99


def test_token_windows_are_even_begin_with_the_head_and_fit_the_model():
    windows = list(token_windows([7, 8], list(range(1000, 1600))))
    assert [len(window) for window in windows] == [204, 204, 204]
    assert {tuple(window[:3]) for window in windows} == {(101, 7, 8)}
    assert [token for window in windows for token in window[3:-1]] == list(range(1000, 1600))
    assert list(token_windows([], [])) == [[101, 102]]
    assert {len(window) for window in token_windows([7] * 900, [1] * 1900)} == {256}


def test_of_an_endless_text_windows_are_taken_all_over_it():
    windows = [[number] for number in range(1000)]
    taken = spread(windows)
    assert (len(taken), taken[0], taken[-1]) == (MOST_WINDOWS, [0], [999])
    gaps = {later[0] - earlier[0] for earlier, later in pairwise(taken)}
    assert gaps <= {15, 16}
    assert spread(windows[:64]) == windows[:64]
    text = "".join(chr(0x4E00 + number % 5000) for number in range(LONGEST_TEXT * 3))
    assert LONGEST_TEXT * 0.99 < len(sample_text(text)) < LONGEST_TEXT * 1.01
    assert (sample_text(text)[0], sample_text(text)[-1]) == (text[0], text[-1])
    assert sample_text("short") == "short"


def test_a_long_batch_can_be_given_up_between_two_runs_of_the_model():
    calls = []

    def give_up():
        calls.append(1)
        if len(calls) == 2:
            raise LeaseLostError

    with pytest.raises(LeaseLostError):
        BuiltinEmbedder().embed_passages([text_of("word " * 5000)], give_up)
    assert len(calls) == 2


@given(st.lists(st.integers(0, 300)), st.integers(1, 500))
def test_batches_hold_every_text_once_and_few_characters(sizes, limit):
    texts = {
        UUID(int=number): text_of("x" * size)
        for number, size in enumerate(sizes)
        if number % 5 != 4
    }
    waiting = [(UUID(int=number), "") for number in range(len(sizes))]
    batches = list(split_batches(waiting, texts, limit))
    assert [key for batch in batches for key in batch] == [
        key for key in waiting if key[0] in texts
    ]
    assert all(sum(texts[pk].size for pk, _ in batch[:-1]) < limit for batch in batches)
    assert all(batches)


@pytest.mark.django_db
def test_progress_counts_documents_that_arrive_while_the_job_runs(make_collection, hashing):
    collection = make_collection("pages", pages)
    run = claim_job(Job.objects.get(kind="embed").pk)
    seen = []
    run.progress = lambda done, total, _item="": seen.append((done, total))

    def arrive():
        fill(collection, {f"late-{len(seen)}.md": f"# Late\n\nNumber {len(seen)}.\n"})

    run.should_yield = lambda: len(seen) < 4 and arrive()
    embed_source(run)
    assert all(0 <= done <= total for done, total in seen)
    assert seen[-1] == (Passage.objects.count(),) * 2
    assert Passage.objects.count() > 10


def test_batches_stay_under_their_budget_of_tokens():
    lengths = [512] * 20 + [5000]
    batches = list(batches_by_tokens(range(21), lengths))
    assert [len(batch) for batch in batches] == [4, 4, 4, 4, 4, 1]
