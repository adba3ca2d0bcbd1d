"""Evaluation as a job: asked for in the admin, carried out by a worker."""

import uuid
from typing import Any

from apps.access.errors import ConflictError, NotFoundError
from apps.access.models import User
from apps.access.principals import Principal, stored_user
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import queue_job
from apps.jobs.run import JobRun, requester_of
from apps.retrieval.golden.evaluating import evaluate, figures
from apps.retrieval.golden.keeping import check_admin
from apps.retrieval.models import EmbeddingSpace, EvaluationRun, GoldenQuestion

# Evaluations belong to no source: their jobs are for admins, who see all.
EVALUATIONS = uuid.UUID("6f1c1c0a-9f0e-5f3a-8d53-0a2a55c1d7e4")


def request_evaluation(
    *, user: Principal, as_user: User | None = None, space: EmbeddingSpace | None = None
) -> Job:
    """Queue a run of all active golden questions, or join the one that waits already.

    Raises `ForbiddenError` for who is no admin and `ConflictError` when there is no question.
    """
    check_admin(user)
    if not GoldenQuestion.objects.active().exists():
        raise ConflictError("There is no active golden question to ask.")
    asking = stored_user(user)
    payload = {
        "user": asking and asking.pk,
        "as_user": as_user and as_user.pk,
        "space": space and str(space.pk),
    }
    return queue_job(
        user=user,
        kind=JobKind.EVALUATE,
        source_id=EVALUATIONS,
        source_kind=EvaluationRun._meta.label,  # noqa: SLF001
        target_id=uuid.uuid5(EVALUATIONS, f"{payload['as_user']} {payload['space']}"),
        payload=payload,
    )


def run_evaluation(run: JobRun) -> dict[str, Any]:
    """Ask the questions and store the run; its figures. Raises `NotFoundError` as `evaluate`."""
    as_user, space = run.payload["as_user"], run.payload["space"]
    reader = as_user and User.objects.filter(pk=as_user).first()
    chosen = space and EmbeddingSpace.objects.filter(pk=space).first()
    if (as_user and reader is None) or (space and chosen is None):
        raise NotFoundError("Whom or what it was to be asked as is gone.")
    done = evaluate(
        user=requester_of(run), as_user=reader, space=chosen, progress=run.progress, job=run.id
    )
    run.progress(done.questions, done.questions)
    return {"run": done.pk, **figures(done)}


def evaluations_at_work(*, user: Principal) -> list[Job]:
    """The evaluations that wait or run, as far as the user sees them, the oldest first."""
    jobs = Job.objects.visible_to(user).active().filter(kind=JobKind.EVALUATE)
    return list(jobs.order_by("created_at"))
