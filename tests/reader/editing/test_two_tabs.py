"""One author with one page in two tabs."""

import re

import pytest

from apps.collections.models import Document, Draft
from tests.factories import write_document
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
EDIT = "/docs/Handbook/guides/setup.md/edit"
NEW = "/docs/Handbook/-/new"
PARTIAL = {"HX-Request": "true"}
NEWER = "There is a newer draft from another tab."


class Tab:
    """What an open editor sends along: the versions of page and draft as it last saw them."""

    def __init__(self, client, address=EDIT):
        self.client = client
        self.address = address
        self.hidden = hidden_of(client.get(address))

    def send(self, do, content="", *, headers=None, **fields):
        """The answer to a button."""
        sent = {"content": content, "title": "", "message": "", **self.hidden, **fields, "do": do}
        return self.client.post(self.address, sent, headers=headers)

    def autosave(self, content, **fields):
        """The same as the page does it by itself, taking over what the answer brings."""
        answer = self.send("draft", content, headers=PARTIAL, **fields)
        self.hidden |= hidden_of(answer)
        return answer


def hidden_of(answer):
    html = answer.content.decode().split('id="Editor"')[-1]
    return dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', html))


@pytest.fixture
def tabs(client, setup):
    return Tab(client), Tab(client)


def kept():
    return list(Draft.objects.values_list("content", "version"))


def published():
    return Document.objects.get(source_key="guides/setup.md").content


def test_saving_again_and_again_in_one_tab_goes_on(tabs):
    first, _ = tabs
    assert [first.autosave(text).status_code for text in "abc"] == [200] * 3
    assert kept() == [("c", 3)]


def test_an_old_tab_does_not_write_over_a_newer_draft(tabs):
    first, second = tabs
    first.autosave("A long text")
    for _ in range(2):
        answer = second.autosave("Old")
        assert answer.status_code == 409
        assert NEWER in text_of(answer)
        assert f'href="{EDIT}"' in answer.content.decode()
    assert kept() == [("A long text", 1)]
    assert first.autosave("A longer text").status_code == 200


def test_without_javascript_the_text_stays_and_may_be_kept_on_purpose(tabs):
    first, second = tabs
    first.autosave("A long text")
    page = second.send("draft", "Old")
    assert (page.status_code, page.context["form"]["content"].value()) == (409, "Old")
    assert NEWER in text_of(page)
    assert 'value="draft-over"' in main_of(page)
    told = hidden_of(page)
    first.autosave("A longer text")
    assert second.send("draft-over", "Old", **told).status_code == 409
    told = hidden_of(second.send("draft", "Old"))
    assert second.send("draft-over", "Old", **told).status_code == 302
    assert kept() == [("Old", 3)]


def test_publishing_keeps_the_newer_draft_of_another_tab_and_says_so(client, tabs):
    first, second = tabs
    first.autosave("A long text")
    response = second.send("publish", "# Short\n")
    assert (published(), kept()) == ("# Short\n", [("A long text", 1)])
    page = client.get(response["Location"])
    assert "A newer draft from another tab is kept." in text_of(page)
    assert f'<a href="{EDIT}">See it</a>' in main_of(page)


def test_publishing_removes_the_draft_it_came_from_and_one_of_the_same_text(client, tabs):
    first, second = tabs
    first.autosave("# Mine\n")
    first.send("publish", "# Mine, mended\n")
    assert kept() == []
    first, second = Tab(client), Tab(client)
    first.autosave("# Same\n")
    page = client.get(second.send("publish", "# Same\n")["Location"])
    assert (kept(), "newer draft" in text_of(page)) == ([], False)


@pytest.mark.parametrize("has_draft", [True, False])
def test_an_autosave_after_ones_own_publishing_makes_no_draft(tabs, has_draft):
    first, _ = tabs
    if has_draft:
        first.autosave("# Mine")
    first.send("publish", "# Mine\n")
    answer = first.autosave("# Mine\n")
    assert answer.status_code == 409
    assert kept() == []
    assert first.send("draft-over", "# Later\n").status_code == 302
    assert kept() == [("# Later\n", 1)]


def test_an_autosave_after_somebody_elses_publishing_is_kept(handbook, tabs):
    write_document(handbook, "guides/setup.md", "# Theirs\n")
    first, _ = tabs
    assert first.autosave("# Mine\n").status_code == 200
    assert kept() == [("# Mine\n", 1)]


def test_a_draft_that_was_thrown_away_does_not_come_back_by_itself(client, tabs):
    first, _ = tabs
    first.autosave("One")
    Tab(client).send("discard")
    assert "published or thrown away" in text_of(first.autosave("Two"))
    assert kept() == []


def test_discarding_throws_no_newer_draft_away(client, tabs):
    first, second = tabs
    first.autosave("A long text")
    page = client.get(second.send("discard")["Location"])
    assert "A newer draft from another tab is kept." in text_of(page)
    assert kept() == [("A long text", 1)]


def test_the_conflict_page_keeps_a_newer_draft_and_shows_the_text(handbook, tabs):
    first, second = tabs
    first.autosave("A long text")
    write_document(handbook, "guides/setup.md", "# Theirs\n")
    page = second.send("publish", "# Mine\n")
    assert page.status_code == 409
    assert page.context["writing"].content == "# Mine\n"
    assert "there is a newer draft from another tab" in text_of(page)
    assert kept() == [("A long text", 1)]


def test_two_new_pages_of_one_key_keep_a_draft_each(client, handbook):
    first, second = Tab(client, f"{NEW}?key=a.md"), Tab(client, f"{NEW}?key=a.md")
    first.autosave("One", source_key="a.md")
    assert second.autosave("Two", source_key="a.md").status_code == 409
    assert second.autosave("Two", source_key="b.md").status_code == 200
    assert "another draft with this key" in text_of(second.autosave("Two", source_key="a.md"))
    assert sorted(kept()) == [("One", 1), ("Two", 1)]
    first.send("publish", "One", source_key="a.md")
    assert kept() == [("Two", 1)]
    assert first.autosave("One", source_key="a.md").status_code == 409


@pytest.mark.parametrize("version", ["x", "-1", "99999999999999", "\u0663"])
def test_a_version_of_a_draft_that_is_none_counts_as_unseen(tabs, version):
    first, _ = tabs
    first.autosave("One")
    assert first.send("draft", "Two", draft_version=version).status_code == 409
    assert kept() == [("One", 1)]
