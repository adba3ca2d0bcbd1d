"""What agents ask is in the query log."""

import pytest
from django.utils import timezone

from apps.retrieval.models import AskedQuestion
from tests.access.rows import rows_below
from tests.cast import make_repository

pytestmark = pytest.mark.django_db


def test_every_search_of_an_agent_is_logged_with_its_token(agent, ann):
    repository = make_repository("tool", owner=ann, synced_at=timezone.now())
    rows_below(repository)
    agent.call("retrieve", query="snapshots")
    agent.call("collection_search", collection="Runbooks", query="load")
    agent.call("collection_search", collection="Vault", query="plans")
    agent.call("docs_search", repository=repository.slug, query="nothing like it")
    agent.call("search_symbols", repository=repository.slug, query="nothing_like_it")
    agent.call("search_symbols", repository=repository.slug, query="")
    rows = AskedQuestion.objects.order_by("pk").values_list("text", "status", "surface", "user")
    assert list(rows) == [
        ("snapshots", "ok", "mcp", ann.pk),
        ("load", "ok", "mcp", ann.pk),
        ("plans", "error", "mcp", ann.pk),
        ("nothing like it", "empty", "mcp", ann.pk),
        ("nothing_like_it", "empty", "mcp", ann.pk),
    ]
    assert AskedQuestion.objects.filter(token__user=ann).count() == 5
