import dataclasses
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from apps.access.errors import ConflictError, ForbiddenError, InvalidRequestError
from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.collections.models import Document
from apps.jobs.run import LeaseLostError
from apps.retrieval.embedding.embedder import EmbeddingFailedError
from apps.retrieval.golden.chart import draw_runs
from apps.retrieval.golden.comparing import changed_settings, compare_runs, earlier_run
from apps.retrieval.golden.evaluating import evaluate, find_space
from apps.retrieval.golden.following import count_gone
from apps.retrieval.golden.job import request_evaluation
from apps.retrieval.golden.keeping import keep_question
from apps.retrieval.golden.storing import close_run
from apps.retrieval.models import (
    EmbeddingSpace,
    EvaluationResult,
    EvaluationRun,
    GoldenQuestion,
    SpaceStatus,
)
from tests.factories import write_document
from tests.retrieval.conftest import run_jobs
from tests.retrieval.golden.conftest import RENEW, RESTORE

pytestmark = pytest.mark.django_db


@pytest.fixture
def questions(keep):
    keep("stop the writers", RESTORE)
    keep("authority", RENEW, RESTORE)
    keep("not asked", RENEW, is_active=False)


def figures(run):
    return run.questions, run.recall, run.ndcg, run.mrr


def results(run):
    rows = EvaluationResult.objects.filter(run=run).order_by("question")
    return list(rows.values_list("question", "ranks", "gone"))


def test_a_run_keeps_figures_and_ranks(words_only, admin, questions):
    run = evaluate(user=admin)
    assert figures(run) == (2, 0.75, 0.8065, 1.0)
    assert (run.model, run.as_user, run.started_by) == ("words only", "operator", admin)
    assert results(run) == [("authority", [1, None], []), ("stop the writers", [1], [])]
    assert set(run.fingerprint) == {
        *("version", "commit", "space", "embedding", "chunking", "search", "passages")
    }
    assert "api_key" not in run.fingerprint["embedding"]
    assert AuditEntry.objects.filter(action="evaluation.run").count() == 1


def test_a_named_user_is_asked_with_their_own_rights(words_only, admin, ann, questions):
    assert evaluate(user=admin, as_user=ann).recall == 0.75
    stranger = evaluate(user=admin, as_user=type(ann).objects.create(username="stranger"))
    assert figures(stranger) == (2, 0.0, 0.0, 0.0)


def test_what_got_worse_comes_first_and_settings_are_compared(
    words_only, admin, questions, runbooks, settings
):
    before = evaluate(user=admin)
    Document.objects.get(source_key="restore.md").delete()
    chunking = dataclasses.replace(settings.PRESSMARK.chunking, max_chars=999)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, chunking=chunking)
    run = evaluate(user=admin)
    assert earlier_run(user=admin, run=run) == before
    compared = compare_runs(user=admin, run=run, other=before)
    assert [(one.result.question, one.change, one.place) for one in compared] == [
        ("stop the writers", -1.0, "- (was 1)"),
        ("authority", 0.0, "1"),
    ]
    assert compared[0].answers == [(RESTORE, None, True)]
    changed = {name: (then, now) for name, then, now in changed_settings(run, before)}
    assert changed == {"chunking.max_chars": ("4000", "999"), "passages": ("2", "1")}
    drawing = draw_runs([run, before])
    assert drawing.count("<polyline") == 3
    assert drawing.count("From here: words only") == 1
    assert draw_runs([run]) == ""


def test_answers_are_followed_to_their_new_names(words_only, admin, questions, runbooks):
    evaluate(user=admin)
    Document.objects.filter(source_key="restore.md").update(source_key="later/restore.md")
    run = evaluate(user=admin)
    moved = "collection:Runbooks/later/restore.md"
    assert (run.recall, run.results.get(question="stop the writers").expected) == (0.75, [moved])
    golden = GoldenQuestion.objects.get(question="stop the writers")
    (entry,) = AuditEntry.objects.filter(
        action="golden_question.followed", target_label=golden.question
    )
    assert (golden.marks, entry.before, entry.after) == (
        [moved], {"marks": [RESTORE]}, {"marks": [moved]},
    )  # fmt: skip
    type(runbooks).objects.update(name="Handbook")
    evaluate(user=admin)
    golden.refresh_from_db()
    assert golden.marks == ["collection:Handbook/later/restore.md"]
    Document.objects.get(source_key="later/restore.md").delete()
    assert evaluate(user=admin).results.get(question="stop the writers").gone == golden.marks
    assert count_gone(list(GoldenQuestion.objects.filter(pk=golden.pk))) == {golden.pk: 1}


def test_another_space_is_compared_with_the_serving_one(admin, questions, runbooks):
    run_jobs()
    serving = EmbeddingSpace.objects.get()
    other = EmbeddingSpace.objects.create(
        provider="hashing", model="other", dimension=serving.dimension, status=SpaceStatus.BUILDING
    )
    first, second = evaluate(user=admin), evaluate(user=admin, space=other)
    assert (first.space, second.space) == (serving, other)
    assert [one.model for one in (first, second)] == [str(serving), str(other)]
    assert find_space("other") == find_space(str(other.pk)) == other
    with pytest.raises(InvalidRequestError, match="There are"):
        find_space("nonsense")


def test_only_admins_evaluate_and_only_what_there_is(words_only, admin, ann):
    with pytest.raises(ForbiddenError):
        evaluate(user=ann)
    with pytest.raises(ConflictError):
        evaluate(user=admin)


def run_command(*arguments):
    out = StringIO()
    call_command("evaluate", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_the_command_prints_a_run(words_only, questions, runbooks):
    answer = json.loads(run_command("--json"))
    assert (answer["questions"], answer["recall"]) == (2, 0.75)
    assert [one["ranks"] for one in answer["results"]] == [[1, None], [1]]
    Document.objects.get(source_key="restore.md").delete()
    lines = run_command().splitlines()
    assert lines[0].startswith("2 questions, recall@10 0.250 (-0.500)")
    assert lines[1:] == [
        "worse (-1.000, rank - (was 1)): stop the writers",
        f"gone: {RESTORE} (stop the writers)",
        f"gone: {RESTORE} (authority)",
    ]
    with pytest.raises(CommandError, match="no user called 'nobody'"):
        run_command("--user", "nobody")
    with pytest.raises(CommandError, match="no such space"):
        run_command("--space", "nothing")


def test_deleting_a_question_leaves_what_was_measured(words_only, admin, keep):
    golden = keep("stop the writers", RESTORE)
    evaluate(user=operator())
    golden.delete()
    assert EvaluationResult.objects.get().question == "stop the writers"
    assert EvaluationRun.objects.get().recall == 1.0


def test_many_passages_of_one_document_do_not_hide_another(words_only, admin, keep, runbooks):
    parts = (f"## Part {number}\n\n{'stop writers ' * 60}" for number in range(30))
    write_document(runbooks, "writers.md", "# Writers\n\n" + "\n\n".join(parts))
    keep("stop the writers first", RESTORE)
    evaluate(user=admin)
    assert EvaluationResult.objects.get().recall == 1.0


def lose_worker_at(stop):
    """A progress report that finds the lease gone at the question of that number."""

    def report(number, *_others):
        if number == stop:
            raise LeaseLostError

    return report


@pytest.fixture
def lost(words_only, admin, questions):
    """The job of an evaluation whose worker was lost after the first of two questions."""
    job = request_evaluation(user=admin)
    with pytest.raises(LeaseLostError):
        evaluate(user=admin, job=job.pk, progress=lose_worker_at(1))
    return job


def test_another_worker_goes_on_where_one_was_lost(admin, lost):
    assert not EvaluationRun.objects.visible_to(admin).exists()
    (first,) = EvaluationResult.objects.all()
    run_jobs()
    run = EvaluationRun.objects.visible_to(admin).get()
    assert (figures(run), results(run)[0][0]) == ((2, 0.75, 0.8065, 1.0), first.question)
    assert set(run.results.values_list("pk", flat=True)) > {first.pk}
    lost.refresh_from_db()
    assert (lost.status, lost.result["run"]) == ("success", run.pk)


def test_a_question_that_was_changed_meanwhile_is_asked_again(admin, lost):
    (first,) = EvaluationResult.objects.all()
    keep_question(user=admin, golden_id=first.golden_id, marks=[RENEW])
    run_jobs()
    run = EvaluationRun.objects.get()
    assert (run.results.count(), run.results.get(golden=first.golden_id).expected) == (2, [RENEW])


def test_what_was_begun_under_other_settings_is_begun_anew(admin, lost, settings):
    options = dataclasses.replace(settings.PRESSMARK.search, dense_percent=99)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, search=options)
    first = EvaluationResult.objects.get().pk
    run_jobs()
    rows = EvaluationResult.objects.values_list("pk", flat=True)
    assert (len(rows), first in rows, EvaluationRun.objects.count()) == (2, False, 1)


def test_a_run_is_closed_once_and_what_a_job_left_when_it_was_over_is_forgotten(admin, lost):
    run = EvaluationRun.objects.get()
    run_jobs()
    with pytest.raises(LeaseLostError):
        close_run(admin, run, list(run.results.all()), 1.0)
    EvaluationRun.objects.update(job=lost.pk)
    evaluate(user=admin, job=request_evaluation(user=admin).pk)
    assert EvaluationRun.objects.get().pk != run.pk


def test_a_run_whose_model_did_not_answer_says_so(hashing, monkeypatch, admin, questions, client):
    def fail(*_arguments):
        raise EmbeddingFailedError("The provider is away.")

    run_jobs()
    monkeypatch.setattr(hashing, "embed_query", fail)
    run = evaluate(user=admin)
    assert run.fingerprint["fell_short"] == ["dense: PROVIDER_FAILED"]
    client.force_login(admin)
    page = client.get(reverse("admin:retrieval_evaluationrun_change", args=[run.pk]))
    assert "Fell short while questions were asked: dense: PROVIDER_FAILED" in page.content.decode()
