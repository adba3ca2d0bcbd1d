import pytest

from apps.retrieval.models import AskedQuestion
from tests.factories import UserFactory
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
LOG = "/account/query-log"


def test_what_one_asked_is_listed_and_can_be_erased(client, writer, handbook):
    assert "Nothing is kept" in text_of(client.get(LOG))
    client.get("/search", {"q": "<b>workers</b>", "source": "collection:Handbook"})
    AskedQuestion.objects.create(
        kind="search", surface="mcp", status="error", error_code="NOT_FOUND", user=writer, latency=3
    )
    page = client.get(LOG)
    assert "&lt;b&gt;workers&lt;/b&gt;" in main_of(page)
    words = text_of(page)
    assert [one in words for one in ("in Handbook", "not kept", "NOT_FOUND", "30 days")] == [
        True
    ] * 4
    assert client.post(LOG)["Location"] == LOG
    assert "Erased: 2." in text_of(client.get(LOG))


def test_others_do_not_see_it(client, writer, handbook):
    client.get("/search", {"q": "sentinel question"})
    client.force_login(UserFactory(is_superuser=True))
    assert "sentinel question" not in text_of(client.get(LOG))
    client.post(LOG)
    assert AskedQuestion.objects.count() == 1
    client.logout()
    assert client.get(LOG)["Location"].startswith("/login")


def test_the_list_needs_as_many_queries_for_three_rows_as_for_one(
    client, writer, handbook, django_assert_num_queries, django_assert_max_num_queries
):
    def ask(*texts):
        for text in texts:
            client.get("/search", {"q": text, "source": "collection:Handbook"})

    def count():
        with django_assert_max_num_queries(30) as queries:
            client.get(LOG)
        return len(queries)

    ask("workers")
    one = count()
    ask("rollback", "steps")
    assert AskedQuestion.objects.count() == 3
    assert count() == one
