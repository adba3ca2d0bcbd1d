import pytest

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.editing import rename_document
from apps.collections.models import Document
from tests.factories import UserFactory, write_document
from tests.reader.conftest import SETUP
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
HISTORY = "/docs/Handbook/guides/setup.md/history"


@pytest.fixture
def edited(handbook, setup, writer):
    """The page with a second revision."""
    text = SETUP.replace("Configure the workers", "Configure every worker")
    write_document(handbook, "guides/setup.md", text, user=writer, message="One word better")
    setup.refresh_from_db()
    return setup


def test_revisions_are_listed_with_author_time_message_and_kind(client, edited):
    page = client.get(HISTORY)
    assert [row.number for row in page.context["page"]] == [2, 1]
    words = text_of(page)
    assert "One word better Edited" in words
    assert "writer" in words
    assert "No message Created" in words


def test_two_revisions_stand_side_by_side_with_their_words_marked(client, edited):
    html = main_of(client.get(HISTORY, {"old": "1", "new": "2"}))
    assert "<del>the</del>" in html
    assert "<ins>every</ins>" in html
    turned = client.get(HISTORY, {"old": "2", "new": "1"}).context["comparison"]
    assert (turned.old, turned.new) == (1, 2)


def test_equal_revisions_are_called_so(client, edited):
    assert "Their texts are the same" in text_of(client.get(HISTORY, {"old": "1", "new": "1"}))


@pytest.mark.parametrize("asked", ["?old=1&new=9", "?old=1&new=2147483648"])
def test_a_revision_that_there_is_not_is_not_found(client, edited, asked):
    assert client.get(HISTORY + asked).status_code == 404


@pytest.mark.parametrize("asked", ["?old=x&new=1", "?old=1", "?old=&new=", "?new=%00&old=-1"])
def test_numbers_that_are_none_compare_nothing(client, edited, asked):
    assert client.get(HISTORY + asked).context["comparison"] is None


def test_one_click_restores_an_earlier_text(client, edited):
    address = f"/docs/Handbook/-/document/{edited.pk}/restore/1"
    assert address in main_of(client.get(HISTORY))
    assert client.get(address)["Location"] == HISTORY
    assert Document.objects.get(pk=edited.pk).version == 2
    assert client.post(address)["Location"] == HISTORY
    edited.refresh_from_db()
    assert (edited.content, edited.version) == (SETUP, 3)
    assert "Restored revision 1 Restored" in text_of(client.get(HISTORY))


def test_the_text_of_a_revision_is_plain(client, edited):
    response = client.get(f"/docs/Handbook/-/document/{edited.pk}/history/1")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response.content.decode() == SETUP


def test_a_renamed_page_keeps_its_history_and_says_its_old_key(client, edited, writer):
    rename_document(user=writer, document_id=edited.pk, source_key="guides/begin.md")
    assert client.get(HISTORY).status_code == 404
    words = text_of(client.get("/docs/Handbook/guides/begin.md/history"))
    assert "Created as guides/setup.md" in words


def test_a_reader_sees_the_history_and_restores_nothing(client, edited, handbook):
    reader = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert "/restore/" not in main_of(client.get(HISTORY))
    address = f"/docs/Handbook/-/document/{edited.pk}/restore/1"
    assert client.post(address).status_code == 403
    client.force_login(UserFactory())
    assert [client.get(HISTORY).status_code, client.post(address).status_code] == [404, 404]


def test_a_document_whose_key_ends_in_history_keeps_its_address(client, handbook, edited):
    write_document(handbook, "guides/setup.md/history", "# A page called history\n")
    assert "A page called history" in text_of(client.get(HISTORY))
    by_id = f"/docs/Handbook/-/document/{edited.pk}/history"
    assert by_id in main_of(client.get("/docs/Handbook/guides/setup.md"))
    assert len(client.get(by_id).context["page"]) == 2
