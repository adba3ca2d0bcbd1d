"""The first page: figures of what one may see, each with the way to the remedy."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.collections.models import Document, Link, LinkState
from apps.jobs.models import Job, JobStatus
from apps.repos.models import Repository, SyncRun
from tests.access.rows import rows_below
from tests.cast import make_collection, make_repository

pytestmark = pytest.mark.django_db
PAST = timezone.now() - timedelta(days=2)


def figures(stage, part) -> dict[str, tuple[str, str]]:
    response = stage.client(part).get("/admin/")
    return {card.title: (card.value, card.state.value) for card in response.context["cards"]}


@pytest.fixture
def trouble(stage):
    """Something of everything that can be wrong, in what only the cast may see."""
    for source in stage.sources.values():
        rows_below(source)
    Link.objects.update(state=LinkState.BROKEN)
    Document.objects.update(review_interval_days=1, reviewed_on=PAST - timedelta(days=9))
    jobs = list(Job.objects.order_by("pk"))
    Job.objects.filter(pk=jobs[0].pk).update(
        status=JobStatus.RUNNING, lease_expires_at=PAST, started_at=PAST
    )
    Job.objects.filter(pk=jobs[1].pk).update(created_at=PAST, not_before=PAST)
    SyncRun.objects.update(status="error")
    Repository.objects.update(synced_at=PAST, next_sync_at=PAST)


def test_each_kind_of_trouble_has_its_figure(stage, trouble):
    assert figures(stage, "reader") == {
        "Repositories": ("1", "plain"),
        "Oldest index": ("2\xa0days", "warn"),
        "Failing syncs": ("1", "bad"),
        "Collections": ("1", "plain"),
        "Broken links": ("1", "warn"),
        "Overdue reviews": ("1", "warn"),
        "Queue": ("1", "warn"),
        "Expired leases": ("1", "bad"),
        "Failed jobs": ("0", "good"),
        "Embedding backlog": ("2", "warn"),
        "Unanswered questions": ("0", "good"),
        "Search, p95": ("-", "plain"),
    }


def test_nobody_counts_what_they_may_not_read(stage, trouble):
    figures_of_stranger = figures(stage, "stranger")
    assert {value for value, _ in figures_of_stranger.values()} == {"0", "-"}
    assert "bad" not in {state for _, state in figures_of_stranger.values()}


@pytest.mark.parametrize("part", ["admin", "reader"])
def test_each_link_leads_to_the_rows_that_were_counted(stage, trouble, part):
    client = stage.client(part)
    for card in client.get("/admin/").context["cards"]:
        page = client.get(card.link)
        assert page.status_code == 200, card
        if card.state in {"warn", "bad"} and card.title != "Embedding backlog":
            assert page.context["cl"].result_count == int(card.value[0]) or "days" in card.value


def test_the_page_needs_as_many_queries_for_many_sources_as_for_one(
    stage, trouble, django_assert_max_num_queries
):
    client = stage.client("reader")
    for _ in range(2):
        rows_below(make_collection(owner=stage.people["reader"]))
        rows_below(make_repository(owner=stage.people["reader"]))
    client.get("/admin/")
    with django_assert_max_num_queries(17):
        client.get("/admin/")
