import datetime as dt

import pytest
from django.utils import timezone

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Document
from apps.collections.resolve import resolve_collection
from tests.factories import UserFactory, write_document
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def rollback(handbook) -> Document:
    """The page that another one links to."""
    resolve_collection(collection_id=handbook.pk)
    return Document.objects.get(source_key="guides/rollback.md")


@pytest.fixture
def address(rollback):
    return f"/docs/Handbook/-/document/{rollback.pk}"


def words_of(response):
    return text_of(response).replace("\u00a0", " ")


def test_a_page_says_what_links_to_it(client, rollback):
    words = words_of(client.get("/docs/Handbook/guides/rollback.md"))
    assert "What links here Setting up guides/setup.md" in words


def test_renaming_tells_the_links_and_takes_them_along(client, rollback, address):
    page = client.get(f"{address}/rename")
    assert "Update links in 1 page" in words_of(page)
    assert "What links here Setting up" in words_of(page)
    sent = {"source_key": "back.md", "update_links": "on", "expected_version": "1"}
    response = client.post(f"{address}/rename", sent)
    assert response["Location"] == "/docs/Handbook/back.md"
    setup = Document.objects.get(source_key="guides/setup.md")
    assert "[the rollback](../back.md#steps)" in setup.content
    assert "Links were updated in: guides/setup.md." in words_of(
        client.get("/docs/Handbook/back.md")
    )


def test_links_stay_when_they_shall(client, rollback, address):
    client.post(f"{address}/rename", {"source_key": "back.md", "expected_version": "1"})
    setup = Document.objects.get(source_key="guides/setup.md")
    assert "[the rollback](rollback.md#steps)" in setup.content


@pytest.mark.parametrize("key", ["guides/setup.md", "../x.md", "x.exe", " ", "x" * 501])
def test_a_key_that_cannot_be_is_told_beside_its_field(client, rollback, address, key):
    page = client.post(f"{address}/rename", {"source_key": key, "expected_version": "1"})
    assert page.status_code == 422
    assert page.context["form"].errors
    assert Document.objects.get(pk=rollback.pk).source_key == "guides/rollback.md"


@pytest.mark.parametrize("name", ["rename", "delete"])
def test_what_changed_in_between_is_left_alone(client, handbook, rollback, address, name):
    write_document(handbook, "guides/rollback.md", "# New words\n")
    page = client.post(f"{address}/{name}", {"source_key": "b.md", "expected_version": "1"})
    assert page.status_code == 422
    assert "The stored version is 2, not 1" in words_of(page)
    assert Document.objects.get(pk=rollback.pk).source_key == "guides/rollback.md"


def test_deleting_says_what_goes_and_what_breaks(client, rollback, address):
    words = words_of(client.get(f"{address}/delete"))
    assert "with it 1 revision" in words
    assert "1 page links here. Those links will lead nowhere." in words
    assert Document.objects.filter(pk=rollback.pk).exists()
    response = client.post(f"{address}/delete", {"expected_version": "1"})
    assert response["Location"] == "/docs/Handbook"
    assert not Document.objects.filter(pk=rollback.pk).exists()


def test_owner_and_interval_are_set_and_shown(client, rollback, address):
    client.post(f"{address}/review", {"owner": "writer", "interval_days": "90"})
    rollback.refresh_from_db()
    assert (rollback.owner.username, rollback.review_interval_days) == ("writer", 90)
    words = words_of(client.get("/docs/Handbook/guides/rollback.md?tab=metadata"))
    assert "every 90 days" in words
    assert client.get(f"{address}/review").context["form"]["owner"].value() == "writer"


def test_a_stranger_and_nobody_are_refused_with_the_same_words(client, rollback, address):
    UserFactory(username="stranger")
    pages = [
        client.post(f"{address}/review", {"owner": name, "interval_days": ""})
        for name in ("stranger", "nobody-at-all")
    ]
    assert [page.status_code for page in pages] == [422, 422]
    assert pages[0].context["form"].errors == pages[1].context["form"].errors


@pytest.mark.parametrize("days", ["0", "-1", "3651", "x", "9" * 30])
def test_intervals_that_cannot_be_are_told(client, rollback, address, days):
    page = client.post(f"{address}/review", {"owner": "", "interval_days": days})
    assert (page.status_code, list(page.context["form"].errors)) == (422, ["interval_days"])


def test_a_page_whose_review_is_due_says_so_until_it_is_reviewed(client, rollback, address):
    long_ago = timezone.localdate() - dt.timedelta(days=40)
    Document.objects.filter(pk=rollback.pk).update(review_interval_days=30, reviewed_on=long_ago)
    page = "/docs/Handbook/guides/rollback.md"
    assert "The review of this page was due on" in words_of(client.get(page))
    assert "Rollback guides/rollback.md" in words_of(client.get("/docs/Handbook/-/overdue"))
    assert client.get(f"{address}/reviewed")["Location"] == page
    assert client.post(f"{address}/reviewed")["Location"] == page
    assert "was due on" not in words_of(client.get(page))
    assert "No review is overdue" in words_of(client.get("/docs/Handbook/-/overdue"))


def test_broken_links_lead_to_their_line_in_the_editor(client, rollback):
    html = main_of(client.get("/docs/Handbook/-/links"))
    assert "/docs/Handbook/guides/setup.md/edit#line-7" in html


WRITERS_ONLY = ("/edit", "/rename", "/delete", "/review", "/-/new", "/reviewed")


def test_readers_are_offered_nothing_that_writes(client, handbook, rollback, address):
    Document.objects.filter(pk=rollback.pk).update(
        review_interval_days=1, reviewed_on=dt.date(2020, 1, 1)
    )
    reader = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    paths = ("", "/guides/rollback.md", "/guides/setup.md", "/-/links", "/-/overdue")
    html = "".join(main_of(client.get(f"/docs/Handbook{path}")) for path in paths)
    assert [end for end in WRITERS_ONLY if f'{end}"' in html or f"{end}#" in html] == []
    refused = [
        client.post(f"{address}/{name}", {"expected_version": "1", "source_key": "b.md"})
        for name in ("rename", "delete", "review", "reviewed")
    ]
    assert [page.status_code for page in refused] == [403] * 4
