"""The search index on the admin's first page."""

from collections.abc import Iterator

from django.urls import reverse

from apps.access.admin_cards import Card, CardState, good_if_none
from apps.access.audiences import told_count
from apps.access.principals import Principal
from apps.jobs.models import JobKind
from apps.retrieval.embedding.embedder import configured_embedder
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.models import Passage


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
