"""Asks all golden questions and measures the answers."""

import time
from collections.abc import Callable
from typing import Any
from uuid import UUID

from apps.access.errors import ConflictError, DomainError, InvalidRequestError
from apps.access.principals import Principal, operator
from apps.retrieval.degrading import Degradation
from apps.retrieval.embedding.embedder import configured_embedder
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.golden.following import follow_answers
from apps.retrieval.golden.keeping import check_admin
from apps.retrieval.golden.marks import find_document_id
from apps.retrieval.golden.metrics import DEPTH, measure
from apps.retrieval.golden.storing import (
    FIGURES,
    Conditions,
    close_run,
    keep_result,
    kept_results,
    note_shortfalls,
    open_run,
)
from apps.retrieval.hits import Hit
from apps.retrieval.models import (
    EmbeddingSpace,
    EvaluationResult,
    EvaluationRun,
    GoldenQuestion,
    SpaceStatus,
)
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search

# Passages asked for, so that ten documents are among them even if some have many good passages.
PASSAGES = 50
Progress = Callable[[int, int, str], None]


def no_progress(_done: int, _total: int, _item: str) -> None:
    """Nobody watches."""


def evaluate(
    *,
    user: Principal,
    as_user: Principal | None = None,
    space: EmbeddingSpace | None = None,
    progress: Progress = no_progress,
    job: UUID | None = None,
) -> EvaluationRun:
    """Ask each active golden question and store how well it was answered.

    The rights of ``as_user`` apply to the searches (default: the operator's, who reads
    everything). ``space`` compares another embedding space with the serving one; its vectors must
    come from a provider that answers. What a ``job`` has been answered is stored at once, so that
    another worker goes on with the next question. Raises `ForbiddenError` for who is no admin and
    `ConflictError` when there is no golden question.
    """
    check_admin(user)
    questions = list(GoldenQuestion.objects.active().order_by("question", "pk"))
    if not questions:
        raise ConflictError("There is no active golden question to ask.")
    follow_answers(user=user, questions=questions)
    reader = as_user or operator()
    serving = None if configured_embedder() is None else space or active_space()
    run = open_run(Conditions(user, reader, serving, job))
    kept, spent, began = dict(kept_results(run, questions)), run.seconds, time.perf_counter()
    results = []
    for number, golden in enumerate(questions):
        progress(number, len(questions), golden.question)
        result = kept.get(golden.pk)
        if result is None:
            result, degraded = answer(golden, reader, space)
            note_shortfalls(run, degraded)
            keep_result(run, result, spent + time.perf_counter() - began)
        results.append(result)
    return close_run(user, run, results, spent + time.perf_counter() - began)


def answer(
    golden: GoldenQuestion, reader: Principal, space: EmbeddingSpace | None
) -> tuple[EvaluationResult, tuple[Degradation, ...]]:
    """One question, asked and measured, and what fell short of answering it.

    One that cannot be asked any more finds nothing.
    """
    request = SearchRequest(golden.question, tuple(golden.sources), top_k=PASSAGES)
    hits: tuple[Hit, ...] = ()
    degraded: tuple[Degradation, ...] = ()
    try:
        found_now = search(user=reader, request=request, space=space)
        hits, degraded = found_now.results, found_now.degraded
    except DomainError:
        pass
    found = list(dict.fromkeys(hit.document_id for hit in hits if hit.document_id))[:DEPTH]
    expected = [find_document_id(user=reader, mark=mark) for mark in golden.marks]
    quality = measure(found, [str(one) if one else None for one in expected])
    documents = {hit.document_id: hit.mark.split("#")[0].split("::")[0] for hit in reversed(hits)}
    result = EvaluationResult(
        golden=golden,
        question=golden.question,
        expected=golden.marks,
        ranks=list(quality.ranks),
        gone=[mark for mark, pk in zip(golden.marks, expected, strict=True) if pk is None],
        found=[documents[one] for one in found[:3]],
        recall=round(quality.recall, 4),
        ndcg=round(quality.ndcg, 4),
        reciprocal_rank=round(quality.reciprocal_rank, 4),
    )
    return result, degraded


def figures(run: EvaluationRun) -> dict[str, Any]:
    """The figures of a run, for JSON."""
    return {name: getattr(run, name) for name in FIGURES}


def find_space(text: str) -> EmbeddingSpace:
    """The embedding space of that id, or the newest of that model.

    Raises `InvalidRequestError` that names the spaces there are.
    """
    spaces = list(EmbeddingSpace.objects.all())
    for space in spaces:
        if text in {str(space.pk), space.model, str(space)}:
            return space
    known = ", ".join(str(one) for one in spaces) or "none"
    raise InvalidRequestError.for_field("space", f"There is no such space. There are: {known}.")


def spaces_to_compare() -> list[tuple[UUID, str]]:
    """The spaces with vectors that can be evaluated, the serving one first."""
    spaces = sorted(EmbeddingSpace.objects.all(), key=lambda one: one.status != SpaceStatus.ACTIVE)
    return [(one.pk, f"{one}, {one.get_status_display().lower()}") for one in spaces]
