"""Drafts that save themselves, in one tab and in two."""

import pytest
from playwright.sync_api import expect

from apps.collections.models import Document, Draft

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
EDIT = "/docs/Handbook/guides/setup.md/edit"
SOURCE = "[data-source]"
STATE = "#DraftState"


def kept():
    return list(Draft.objects.values_list("content", "version"))


def test_a_tab_that_is_behind_is_told_and_writes_over_nothing(new_visitor, handbook):
    visitor = new_visitor()
    first = visitor.sign_in()
    second = visitor.context.new_page()
    for page in (first, second):
        page.goto(visitor.base + EDIT)
    for number, text in enumerate(("A long text", "A longer text"), start=1):
        first.fill(SOURCE, text)
        expect(first.locator(f"{STATE} [name=draft_version]")).to_have_value(str(number))
    second.fill(SOURCE, "Old text")
    expect(second.locator(STATE)).to_contain_text("There is a newer draft from another tab")
    second.locator(SOURCE).press_sequentially(", more of it")
    expect(second.locator(STATE)).to_contain_text("There is a newer draft from another tab")
    assert kept() == [("A longer text", 2)]
    with visitor.context.expect_page() as opened:
        second.get_by_role("link", name="See the newer draft").click()
    expect(opened.value.locator(SOURCE)).to_have_value("A longer text")
    second.get_by_role("button", name="Keep this text as the draft").click()
    expect(second.locator(".draft-notice")).to_contain_text("This is your draft")
    assert kept() == [("Old text, more of it", 3)]
    assert visitor.complaints == []


# The server has kept the draft, but its answer comes late.
SLOW = """(() => {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (body) {
    const take = this.onload;
    const isDraft = body?.get?.("do") === "draft" || String(body).includes("do=draft");
    if (isDraft) this.onload = () => {
      document.documentElement.dataset.saving = "yes";
      setTimeout(() => take.call(this), 1500);
    };
    send.call(this, body);
  };
})()"""


def test_publishing_waits_for_a_draft_that_is_being_saved(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    page.add_init_script(SLOW)
    visitor.open(EDIT)
    page.fill(SOURCE, "# One\n")
    expect(page.locator("html")).to_have_attribute("data-saving", "yes")
    page.locator(SOURCE).press_sequentially("More.")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".notice.success")).to_contain_text("Published as version 2")
    expect(page.locator(".notice.warning")).to_have_count(0)
    assert Document.objects.get(source_key="guides/setup.md").content == "# One\nMore."
    assert kept() == []
    assert visitor.complaints == []
