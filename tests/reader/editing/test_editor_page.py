import pytest

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Document, Draft, Revision
from tests.factories import UserFactory, write_document
from tests.reader.conftest import SETUP
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
EDIT = "/docs/Handbook/guides/setup.md/edit"
NEW = "/docs/Handbook/-/new"
PARTIAL = {"HX-Request": "true"}


def written(**fields):
    return {"content": "# Changed\n", "base_version": "1", "title": "", **fields}


def test_the_editor_holds_the_published_text_and_its_preview(client, setup):
    page = client.get(EDIT)
    assert page.context["form"]["content"].value() == SETUP
    html = main_of(page)
    assert '<h2 id="steps"' in html
    assert "Line 7" in text_of(page).replace("\u00a0", " ")
    assert "“missing.md” leads to no page of this collection." in text_of(page)
    assert Draft.objects.count() == 0


def test_publishing_makes_a_revision_with_its_message(client, setup):
    response = client.post(EDIT, written(do="publish", message="Shorter"))
    assert response["Location"] == "/docs/Handbook/guides/setup.md"
    setup.refresh_from_db()
    assert (setup.content, setup.version) == ("# Changed\n", 2)
    assert Revision.objects.get(document=setup, number=2).message == "Shorter"


def test_line_ends_of_a_browser_do_not_become_the_documents(client, setup):
    client.post(EDIT, written(content=SETUP.replace("\n", "\r\n"), do="publish"))
    setup.refresh_from_db()
    assert (setup.content, setup.version) == (SETUP, 1)


@pytest.mark.parametrize(
    ("stored", "sent", "kept"),
    [
        ("a\r\nb\r\n", "a\r\nc\r\n", "a\r\nc\r\n"),
        ("a\r\nb\nc", "a\r\nb\r\nc", "a\r\nb\nc"),
        ("\n\na", "\r\n\r\na", "\n\na"),
    ],
)
def test_line_ends_of_the_document_stay(client, handbook, stored, sent, kept):
    write_document(handbook, "ends.md", stored)
    client.post("/docs/Handbook/ends.md/edit", written(content=sent))
    assert Document.objects.get(source_key="ends.md").content == kept


def test_a_draft_is_kept_for_its_author_and_told_of(client, setup, handbook):
    client.post(EDIT, written(do="draft", message="Later"))
    assert setup.content == Document.objects.get(pk=setup.pk).content
    page = client.get(EDIT)
    assert page.context["form"]["content"].value() == "# Changed\n"
    assert "This is your draft" in text_of(page)
    other = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=other, level=GrantLevel.WRITE)
    client.force_login(other)
    assert client.get(EDIT).context["form"]["content"].value() == SETUP


def test_a_draft_is_discarded(client, setup):
    client.post(EDIT, written(do="draft"))
    client.post(EDIT, {"do": "discard", "draft_version": "1"})
    assert Draft.objects.count() == 0
    assert client.get(EDIT).context["form"]["content"].value() == SETUP


def test_publishing_removes_the_draft(client, setup):
    client.post(EDIT, written(do="draft"))
    client.post(EDIT, written(do="publish", draft_version="1"))
    assert Draft.objects.count() == 0


def test_the_preview_button_shows_without_storing(client, setup):
    page = client.post(EDIT, written(content="## New words\n", do="preview"))
    assert '<h2 id="new-words"' in main_of(page)
    assert page.context["form"]["content"].value() == "## New words\n"
    assert (Draft.objects.count(), Document.objects.get(pk=setup.pk).version) == (0, 1)


def test_the_live_preview_is_a_part_with_the_problems(client, setup):
    part = client.post(EDIT, written(content="[x](gone.md)", do="preview"), headers=PARTIAL)
    html = part.content.decode()
    assert "<main" not in html
    assert 'hx-swap-oob="true"' in html
    assert 'data-line="1"' in html


def test_links_of_the_preview_lead_to_pages(client, setup):
    part = client.post(
        EDIT, written(content="[x](rollback.md#steps)", do="preview"), headers=PARTIAL
    )
    assert 'href="/docs/Handbook/guides/rollback.md#steps"' in part.content.decode()


def test_scripts_of_the_text_do_not_run_in_the_preview(client, setup):
    part = client.post(EDIT, written(content="<script>x</script>", do="preview"), headers=PARTIAL)
    assert "<script" not in part.content.decode()


def test_autosaving_answers_with_the_state_alone(client, setup):
    part = client.post(EDIT, written(do="draft"), headers=PARTIAL)
    assert part.content.decode().startswith(
        f'<input type="hidden" name="draft" value="{Draft.objects.get().pk}">'
        '<input type="hidden" name="draft_version" value="1">'
    )


def test_what_cannot_be_saved_is_told_and_stays_in_the_field(client, setup, settings):
    for do in ("publish", "draft"):
        page = client.post(EDIT, written(content="\udcff".encode("utf-8", "replace"), do=do))
        assert page.status_code < 500
    page = client.post(EDIT, written(message="x" * 301, do="publish"))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["message"]
    assert page.context["form"]["content"].value() == "# Changed\n"


@pytest.mark.parametrize("do", ["publish", "merge", "draft", "draft-over", "nonsense"])
@pytest.mark.parametrize("version", ["", "abc", "-5", "99999999999999999999", "٣", None])
def test_a_version_that_is_none_stores_nothing_and_loses_nothing(client, setup, version, do):
    sent = {**written(result="# Both\n", do=do), "base_version": version}
    page = client.post(EDIT, {name: value for name, value in sent.items() if value is not None})
    assert page.status_code == 422
    assert "does not say which version" in text_of(page)
    form = page.context["form"]
    assert (form["content"].value(), form["base_version"].value()) == ("# Changed\n", 0)
    assert (Document.objects.get(pk=setup.pk).content, Draft.objects.count()) == (SETUP, 0)


@pytest.mark.parametrize(
    ("do", "missing"),
    [("publish", "content"), ("", "content"), ("draft", "content"), ("merge", "result")],
)
def test_a_form_without_its_text_empties_nothing(client, setup, do, missing):
    sent = written(do=do, result="# Both\n")
    del sent[missing]
    page = client.post(EDIT, sent)
    assert page.status_code == 422
    assert f"came without “{missing}”" in text_of(page)
    shown = SETUP if missing == "content" else "# Changed\n"
    assert page.context["form"]["content"].value() == shown
    assert (Document.objects.get(pk=setup.pk).content, Draft.objects.count()) == (SETUP, 0)


@pytest.mark.parametrize("do", ["publish", "merge"])
def test_a_text_that_is_there_and_empty_empties_the_page(client, setup, do):
    assert client.post(EDIT, written(do=do, content="", result="")).status_code == 302
    assert Document.objects.get(pk=setup.pk).content == ""


def test_a_form_without_a_title_keeps_the_one_that_was_given(client, setup):
    client.post(EDIT, written(title="Given"))
    client.post(EDIT, {"content": "# Again\n", "base_version": "2"})
    setup.refresh_from_db()
    assert (setup.given_title, setup.version) == ("Given", 3)


def test_a_reader_is_refused_and_a_stranger_finds_nothing(client, setup, handbook):
    reader = UserFactory()
    grant_access(user=handbook.owner, source=handbook, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert [client.get(EDIT).status_code, client.post(EDIT, written()).status_code] == [403, 403]
    client.force_login(UserFactory())
    assert [client.get(EDIT).status_code, client.post(EDIT, written()).status_code] == [404, 404]


def test_visitors_are_asked_to_sign_in(client, setup):
    client.logout()
    assert client.get(EDIT)["Location"] == f"/login?next={EDIT}"


def test_the_text_of_a_page_that_is_gone_becomes_a_draft_of_a_new_one(client, setup):
    setup.delete()
    assert client.get(EDIT).status_code == 404
    assert client.post(EDIT, {"do": "discard"}).status_code == 404
    response = client.post(EDIT, written(source_key="guides/setup.md"))
    draft = Draft.objects.get()
    assert response["Location"] == f"{NEW}?draft={draft.pk}"
    assert (draft.content, draft.source_key) == ("# Changed\n", "guides/setup.md")


def test_a_document_whose_key_ends_in_edit_keeps_its_address(client, handbook, setup):
    write_document(handbook, "guides/setup.md/edit", "# A page called edit\n")
    assert "A page called edit" in text_of(client.get(EDIT))
    by_id = f"/docs/Handbook/-/document/{setup.pk}/edit"
    assert client.get(by_id).context["form"]["content"].value() == SETUP
    assert client.get(f"{EDIT}/edit").context["document"].source_key == "guides/setup.md/edit"


def test_the_twin_has_no_editor(client, handbook):
    write_document(handbook, "plain", "# Plain\n")
    assert client.get("/docs/Handbook/plain.md/edit").status_code == 404
