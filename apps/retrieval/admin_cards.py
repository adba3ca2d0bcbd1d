"""The search index and the questions asked of it, on the admin's first page."""

from collections.abc import Iterator

from django.urls import reverse

from apps.access.admin_cards import Card, CardState, good_if_none
from apps.access.audiences import told_count
from apps.access.principals import Principal
from apps.jobs.models import JobKind
from apps.retrieval.asking.figures import answer_times
from apps.retrieval.asking.gaps import gap_groups
from apps.retrieval.embedding.embedder import configured_embedder
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.models import Passage

GAP_DAYS, TIME_DAYS = 30, 7
# Milliseconds from which people notice that they wait.
SLOW = 1000
LONGEST = 60
MOST_NAMED = 3


def index_cards(*, user: Principal) -> Iterator[Card]:
    """Passages that wait for their vector in the serving space; three queries."""
    passages = Passage.objects.visible_to(user)
    total, space = passages.count(), active_space()
    jobs = f"{reverse('admin:jobs_job_changelist')}?kind__exact={JobKind.EMBED}"
    if configured_embedder() is None:
        note = "searched by words only: no provider of vectors is set"
        yield Card("Passages", f"{total}", note, jobs, "Vector jobs", CardState.PLAIN)
        return
    waiting = passages.without_vector(space).count() if space else total
    yield Card(
        "Embedding backlog",
        f"{waiting}",
        f"of {told_count(total, 'passage')}, found by words meanwhile",
        jobs,
        "Vector jobs",
        good_if_none(waiting, CardState.WARN),
    )


def question_cards(*, user: Principal) -> Iterator[Card]:
    """What was asked in vain, and how long answers take; three queries."""
    gaps = gap_groups(user=user, days=GAP_DAYS)
    count, asked = gaps.count(), [shortened(one["text"]) for one in gaps[:MOST_NAMED]]
    yield Card(
        "Unanswered questions",
        f"{count}",
        f"in {GAP_DAYS} days; most asked: {' · '.join(asked)}" if asked else "none is known",
        reverse("admin:retrieval_askedquestion_gaps"),
        "What is missing",
        good_if_none(count, CardState.WARN),
    )
    times = answer_times(user=user, days=TIME_DAYS)
    yield Card(
        "Search, p95",
        "-" if times.p95 is None else f"{times.p95} ms",
        f"of {told_count(times.questions, 'question')} in {TIME_DAYS} days",
        reverse("admin:retrieval_askedquestion_changelist"),
        "Query log",
        CardState.WARN if (times.p95 or 0) > SLOW else CardState.PLAIN,
    )


def shortened(text: str) -> str:
    """A question that fits a card."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
