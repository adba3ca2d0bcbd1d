import pytest

from apps.collections.deleting import delete_document
from apps.collections.models import Document, Draft
from tests.factories import write_document
from tests.reader.conftest import SETUP
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
EDIT = "/docs/Handbook/guides/setup.md/edit"
MINE = SETUP.replace("# Setting up", "# Setting it up")
THEIRS = SETUP.replace("Configure the workers", "Configure every worker")


@pytest.fixture
def conflict(client, handbook, setup):
    """The answer to publishing version 1 after somebody has published version 2."""
    write_document(handbook, "guides/setup.md", THEIRS, message="Better words")
    return client.post(EDIT, {"content": MINE, "base_version": "1", "message": "My words"})


def current():
    document = Document.objects.get(source_key="guides/setup.md")
    return document.content, document.version


def test_both_texts_and_both_edits_together_are_shown(conflict):
    assert conflict.status_code == 409
    assert current() == (THEIRS, 2)
    words = text_of(conflict)
    assert "published version 2" in words.replace("\u00a0", " ")
    assert "Better words" in words
    html = main_of(conflict)
    assert ("<ins>it </ins>" in html, "<del>worker</del>" in html) == (True, True)
    assert conflict.context["merged"].conflicts == 0
    both = THEIRS.replace("# Setting up", "# Setting it up")
    assert conflict.context["merged"].text == both


def test_the_authors_text_is_also_a_draft(conflict):
    assert Draft.objects.get().content == MINE


def send(client, do, **fields):
    sent = {"content": MINE, "result": "# Both\n", "base_version": "2", "message": "", "do": do}
    sent |= {"draft": Draft.objects.get().pk, "draft_version": "1"}
    return client.post(EDIT, {**sent, **fields})


def test_overwriting_publishes_mine_over_theirs(client, conflict):
    assert send(client, "publish").status_code == 302
    assert current() == (MINE, 3)
    assert Draft.objects.count() == 0


def test_merging_publishes_the_result(client, conflict):
    send(client, "merge")
    assert current() == ("# Both\n", 3)


def test_discarding_keeps_theirs(client, conflict):
    response = send(client, "discard")
    assert response["Location"] == "/docs/Handbook/guides/setup.md"
    assert (current(), Draft.objects.count()) == ((THEIRS, 2), 0)


def test_a_third_save_in_between_asks_again_and_keeps_the_result(client, handbook, conflict):
    write_document(handbook, "guides/setup.md", "# Third\n")
    again = send(client, "merge")
    assert again.status_code == 409
    assert again.context["writing"].content == "# Both\n"
    assert current() == ("# Third\n", 3)


def test_lines_that_both_changed_are_marked(client, handbook, setup):
    write_document(handbook, "guides/setup.md", SETUP.replace("# Setting up", "# Set-up"))
    page = client.post(EDIT, {"content": MINE, "base_version": "1"})
    assert page.context["merged"].conflicts == 1
    assert "In 1 place you both changed" in text_of(page).replace("\u00a0", " ")


def test_a_page_that_was_deleted_in_between_loses_no_text(client, handbook, setup, writer):
    by_id = f"/docs/Handbook/-/document/{setup.pk}/edit"
    delete_document(user=writer, document_id=setup.pk)
    response = client.post(by_id, {"content": MINE, "base_version": "1", "source_key": "a.md"})
    assert client.get(response["Location"]).context["form"]["content"].value() == MINE


def test_texts_of_markup_stay_texts(client, handbook, setup):
    write_document(handbook, "guides/setup.md", "</textarea><script>x</script>\n")
    page = client.post(EDIT, {"content": "</textarea><b>mine</b>", "base_version": "1"})
    html = main_of(page)
    assert "<script>" not in html
    assert "<b>mine" not in html
