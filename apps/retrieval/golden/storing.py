"""Stores a run: at once at its end, or question by question for a job that others may take over."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.principals import Principal, stored_user
from apps.jobs.models import Job
from apps.jobs.run import LeaseLostError
from apps.retrieval.degrading import Degradation
from apps.retrieval.golden.fingerprint import fingerprint
from apps.retrieval.models import EmbeddingSpace, EvaluationResult, EvaluationRun, GoldenQuestion

WORDS_ONLY = "words only"
FIGURES = ("questions", "recall", "ndcg", "mrr", "seconds", "model", "as_user")
# Documents come and go while questions are asked; anything else makes a run another one.
PASSING = "passages"
# Streams that failed while questions were asked: such a run measured something else.
FELL_SHORT = "fell_short"


@dataclass(frozen=True, slots=True)
class Conditions:
    """Who runs the evaluation, whose rights apply, the space that is searched, and the job."""

    user: Principal
    reader: Principal
    space: EmbeddingSpace | None
    job: UUID | None


def open_run(conditions: Conditions) -> EvaluationRun:
    """A run to be filled: the one that the job was at when its worker was lost, or a new one.

    Without a job nothing is stored yet. A run that was begun under other settings is begun anew.
    """
    run = EvaluationRun(
        job=conditions.job,
        started_by=stored_user(conditions.user),
        as_user=conditions.reader.get_username() or "anonymous",
        space=conditions.space,
        model=str(conditions.space) if conditions.space else WORDS_ONLY,
        questions=0,
        recall=0.0,
        ndcg=0.0,
        mrr=0.0,
        seconds=0.0,
        fingerprint=fingerprint(conditions.space),
    )
    if conditions.job is None:
        return run
    forget_abandoned()
    begun = EvaluationRun.objects.filter(job=conditions.job).first()
    if begun is not None and {**settings_of(begun), FELL_SHORT: 0} == {
        **settings_of(run),
        FELL_SHORT: 0,
    }:
        return begun
    if begun is not None:
        begun.delete()
    run.save()
    return run


def forget_abandoned() -> None:
    """Delete what was begun by jobs that are over."""
    at_work = Job.objects.active().values("pk")
    EvaluationRun.objects.filter(job__isnull=False).exclude(job__in=at_work).delete()


def settings_of(run: EvaluationRun) -> dict[str, object]:
    """What a change of makes figures another matter; the documents grow all the time."""
    return {key: value for key, value in run.fingerprint.items() if key != PASSING}


def kept_results(
    run: EvaluationRun, questions: Sequence[GoldenQuestion]
) -> Iterator[tuple[int, EvaluationResult]]:
    """What a lost worker has left, by question, as far as the question is still the same."""
    if run.job is None:
        return
    asked = {golden.pk: golden for golden in questions}
    for result in EvaluationResult.objects.filter(run=run):
        golden = asked.get(result.golden_id or 0)
        if golden and (golden.question, golden.marks) == (result.question, result.expected):
            yield golden.pk, result
        else:
            result.delete()


def note_shortfalls(run: EvaluationRun, degraded: Iterable[Degradation]) -> None:
    """Remember which streams fell short of answering; that one is switched off is a setting."""
    codes = {f"{one.stream}: {one.code}" for one in degraded if one.code != "OFF"}
    if codes := codes | set(run.fingerprint.get(FELL_SHORT, ())):
        run.fingerprint[FELL_SHORT] = sorted(codes)


def keep_result(run: EvaluationRun, result: EvaluationResult, seconds: float) -> None:
    """Store one result at once, and how long the run has taken; only for a job's run."""
    if run.job is None:
        return
    result.run, run.seconds = run, seconds
    # A worker that does not know yet that it was taken for lost may have stored it as well.
    EvaluationResult.objects.bulk_create([result], ignore_conflicts=True)
    EvaluationRun.objects.filter(pk=run.pk, job=run.job).update(
        seconds=seconds, fingerprint=run.fingerprint
    )


@transaction.atomic
def close_run(
    user: Principal, run: EvaluationRun, results: list[EvaluationResult], seconds: float
) -> EvaluationRun:
    """The run with its means and questions. Raises `LeaseLostError` if it is closed already."""
    job, run.job = run.job, None
    if job is not None and not EvaluationRun.objects.select_for_update().filter(job=job).exists():
        raise LeaseLostError(str(job))
    run.at = timezone.now()
    run.questions = len(results)
    run.recall = mean([one.recall for one in results])
    run.ndcg = mean([one.ndcg for one in results])
    run.mrr = mean([one.reciprocal_rank for one in results])
    run.seconds = round(seconds, 2)
    run.save()
    if job is None:
        for one in results:
            one.run = run
        EvaluationResult.objects.bulk_create(results)
    figures = {name: getattr(run, name) for name in FIGURES}
    record_change(user=user, action="evaluation.run", target=run, after=figures)
    return run


def mean(values: list[float]) -> float:
    """The arithmetic mean."""
    return round(sum(values) / len(values), 4)
