import pytest
from django.utils import timezone

from apps.collections.models import Document, Draft
from tests.factories import write_document
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
NEW = "/docs/Handbook/-/new"


def test_the_templates_are_offered(client, handbook):
    html = main_of(client.get(NEW))
    offered = [f'href="?template={slug}"' in html for slug in TEMPLATES]
    assert offered == [True] * len(TEMPLATES)


TEMPLATES = ("runbook", "adr", "glossary", "post-mortem", "blank")


@pytest.mark.parametrize("slug", TEMPLATES)
def test_each_template_can_be_published_as_it_is(client, handbook, slug):
    form = client.get(NEW, {"template": slug}).context["form"]
    sent = {name: form[name].value() for name in ("content", "source_key", "title")}
    response = client.post(NEW, {**sent, "base_version": "0", "do": "publish"})
    assert response.status_code == 302, response.context["form"].errors
    assert Document.objects.get(source_key=sent["source_key"]).content == sent["content"]


def test_the_date_is_filled_in(client, handbook):
    form = client.get(NEW, {"template": "adr"}).context["form"]
    assert str(timezone.localdate()) in form["source_key"].value()


def test_the_suggested_key_is_free(client, handbook):
    write_document(handbook, "glossary.md", "# Taken\n")
    client.post(NEW, {"source_key": "glossary-2.md", "content": "x", "do": "draft"})
    form = client.get(NEW, {"template": "glossary"}).context["form"]
    assert form["source_key"].value() == "glossary-3.md"


def test_a_key_that_is_taken_is_told_and_nothing_overwritten(client, handbook):
    sent = {"source_key": "guides/setup.md", "content": "# Mine\n", "base_version": "0"}
    page = client.post(NEW, sent)
    assert (page.status_code, list(page.context["form"].errors)) == (409, ["source_key"])
    assert page.context["form"]["content"].value() == "# Mine\n"


@pytest.mark.parametrize(
    ("key", "status"),
    [
        *(("", 422), ("../x.md", 422), ("/etc/passwd", 422), ("a.exe", 415)),
        *(("x" * 501, 422), ("nul\x00.md", 422)),
    ],
)
def test_a_key_that_cannot_be_is_told_beside_its_field(client, handbook, key, status):
    page = client.post(NEW, {"source_key": key, "content": "# Mine\n", "base_version": "0"})
    assert page.status_code == status
    assert page.context["form"]["content"].value() == "# Mine\n"


def seen(draft):
    return {"draft": draft.pk, "draft_version": draft.version}


def test_a_draft_moves_with_its_key_and_is_gone_once_published(client, handbook):
    client.post(NEW, {"source_key": "a.md", "content": "One", "do": "draft"})
    first = Draft.objects.get()
    client.post(NEW, {"source_key": "b.md", "content": "Two", "do": "draft", **seen(first)})
    draft = Draft.objects.get()
    assert (draft.source_key, draft.content) == ("b.md", "Two")
    assert f"?draft={draft.pk}" in main_of(client.get(NEW))
    page = client.get(NEW, {"draft": draft.pk})
    assert page.context["form"]["content"].value() == "Two"
    sent = {"source_key": "c.md", "content": "Three", "base_version": "0", **seen(draft)}
    assert client.post(NEW, sent).status_code == 302
    assert Draft.objects.count() == 0


def test_a_draft_is_thrown_away(client, handbook):
    client.post(NEW, {"source_key": "a.md", "content": "One", "do": "draft"})
    response = client.post(NEW, {**seen(Draft.objects.get()), "do": "discard"})
    assert (response["Location"], Draft.objects.count()) == ("/docs/Handbook", 0)


@pytest.mark.parametrize("asked", ["?draft=x", "?draft=", "?template=nonsense", "?draft=\x00"])
def test_what_there_is_not_is_not_found(client, handbook, asked):
    assert client.get(NEW + asked).status_code == 404


def test_a_link_that_leads_nowhere_can_begin_a_page(client, handbook):
    page = client.get(NEW, {"key": "guides/missing.md"})
    assert page.context["form"]["source_key"].value() == "guides/missing.md"
    assert "New page" in text_of(page)
