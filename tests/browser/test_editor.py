"""A knowledge worker's day: write, publish, find, meet a colleague in the same page, put right."""

import re

import pytest
from playwright.sync_api import expect

from apps.collections.models import Document, Draft
from apps.collections.resolve import resolve_collection

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
SETUP = "/docs/Handbook/guides/setup.md"
SOURCE = "[data-source]"


def current(key):
    return Document.objects.get(source_key=key).content


def test_a_runbook_is_written_from_a_template_previewed_published_and_found(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs/Handbook")
    page.get_by_role("link", name="New page").click()
    page.get_by_role("link", name="Runbook").click()
    page.get_by_label("Key").fill("runbooks/zebra.md")
    page.wait_for_load_state()
    page.fill(SOURCE, "# Zebra queue\n\n1. Stop the zebra.\n\nSee [the rules](../rules.md).\n")
    expect(page.locator("#Preview h1")).to_contain_text("Zebra queue")
    expect(page.locator("#Problems")).to_contain_text("“../rules.md” leads to no page")
    expect(page.locator("#DraftState")).to_contain_text("Draft saved")
    page.get_by_role("link", name=re.compile("Line 5")).click()
    expect(page.locator(SOURCE)).to_be_focused()
    chosen = "document.activeElement.value.slice(document.activeElement.selectionStart).slice(0, 3)"
    assert page.evaluate(chosen) == "See"
    page.get_by_placeholder("What changed").fill("The first runbook")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator("h1").first).to_contain_text("Zebra queue")
    assert page.url == visitor.base + "/docs/Handbook/runbooks/zebra.md"
    assert Draft.objects.count() == 0
    visitor.open("/search?q=zebra")
    expect(page.locator("[data-result]").first).to_contain_text("Zebra queue")
    assert visitor.complaints == []


def test_two_tabs_meet_and_both_texts_are_kept_then_one_is_restored(new_visitor, handbook):
    visitor = new_visitor()
    first = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    second = visitor.context.new_page()
    second.goto(visitor.base + f"{SETUP}/edit")
    begun = current("guides/setup.md")
    first.fill(SOURCE, begun.replace("## Install", "## Install it"))
    first.get_by_role("button", name="Publish").click()
    expect(first.locator(".notice.success")).to_contain_text("Published as version 2")
    second.fill(SOURCE, begun.replace("## Configure", "## Configure it"))
    second.get_by_role("button", name="Publish").click()
    expect(second.locator("h1")).to_contain_text("Somebody saved this page")
    expect(second.locator(".old del, .old").filter(has_text="Install it").first).to_be_visible()
    expect(second.locator(".new").filter(has_text="Configure it").first).to_be_visible()
    result = second.locator("#result").input_value()
    assert ("## Install it" in result, "## Configure it" in result) == (True, True)
    second.get_by_role("button", name="Publish the result").click()
    expect(second.locator(".notice.success")).to_contain_text("Published as version 3")
    assert current("guides/setup.md") == result
    second.get_by_role("link", name="History").click()
    second.get_by_role("button", name="Compare").click()
    expect(second.locator("#comparison-head")).to_contain_text("Revision 2 and revision 3")
    second.get_by_role("button", name="Restore").last.click()
    expect(second.locator(".notice.success")).to_contain_text("Revision 1 is restored")
    assert current("guides/setup.md") == begun


def test_a_broken_link_is_found_put_right_and_the_page_reviewed(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    text = current("guides/setup.md").replace("rollback.md#steps", "rolback.md#steps")
    visitor.open(f"{SETUP}/edit")
    page.fill(SOURCE, text)
    page.get_by_role("button", name="Publish").click()
    page.wait_for_url(visitor.base + SETUP)
    resolve_collection(collection_id=handbook.pk)
    visitor.open("/docs/Handbook/-/links")
    page.get_by_role("link", name="Edit line").click()
    expect(page.locator(SOURCE)).to_be_focused()
    page.fill(SOURCE, text.replace("rolback", "rollback"))
    expect(page.locator("#Problems")).to_contain_text("No broken links")
    page.locator(SOURCE).press("Control+Enter")
    page.wait_for_url(visitor.base + SETUP)
    page.locator(".page-menu summary").click()
    page.get_by_role("button", name="Mark as reviewed").click()
    expect(page.locator(".notice.success")).to_contain_text("Marked as reviewed today")
    assert visitor.complaints == []


def test_the_editor_works_without_javascript(new_visitor, handbook):
    visitor = new_visitor(width=390, java_script_enabled=False)
    page = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    page.fill(SOURCE, "# Short\n\n[gone](gone.md)\n")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#Preview h1")).to_contain_text("Short")
    page.get_by_text("Source", exact=True).first.click()
    expect(page.locator("#Problems")).to_contain_text("“gone.md” leads to no page")
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".draft-notice")).to_contain_text("This is your draft")
    page.get_by_role("button", name="Publish").click()
    expect(page.locator(".notice.success")).to_contain_text("Published as version 2")
    assert current("guides/setup.md") == "# Short\n\n[gone](gone.md)\n"


def test_keys_indent_continue_lists_and_let_the_reader_out(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs/Handbook/-/new?template=blank")
    field = page.locator(SOURCE)
    field.press_sequentially("- one\ntwo\n\n1. a\nb")
    assert field.input_value() == "- one\n- two\n\n1. a\n2. b"
    field.press("Tab")
    assert field.input_value().endswith("\n  2. b")
    field.press("Shift+Tab")
    assert field.input_value().endswith("\n2. b")
    field.press("Escape")
    field.press("Tab")
    expect(field).not_to_be_focused()
    assert visitor.complaints == []


def test_leaving_with_unsaved_words_asks_first(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.locator(SOURCE).press_sequentially("x")
    page.get_by_role("link", name="Pressmark").click()
    page.wait_for_url(visitor.base + "/")
    assert asked == ["beforeunload"]


PAGES = [f"{SETUP}/edit", f"{SETUP}/history?old=1&new=1", "/docs/Handbook/-/new", SETUP]
PAGES += ["/docs/Handbook/-/new?template=runbook", "/docs/Handbook/-/overdue", "/docs/Handbook"]


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_of_the_editor_is_wider_than_the_window(new_visitor, handbook, width):
    visitor = new_visitor(width=width)
    page = visitor.sign_in()
    document = Document.objects.get(source_key="guides/setup.md")
    names = ("rename", "delete", "review")
    addresses = [*PAGES, *(f"/docs/Handbook/-/document/{document.pk}/{name}" for name in names)]
    too_wide = []
    for address in addresses:
        visitor.open(address)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(address)
    assert too_wide == []
    assert visitor.complaints == []


def test_headings_named_like_parts_of_the_editor_disturb_nothing(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open(f"{SETUP}/edit")
    names = ("Preview", "Problems", "Draft state", "Editor", "Refresh")
    page.fill(SOURCE, "\n\n".join(f"## {name}" for name in names))
    expect(page.locator("#Preview h2")).to_have_count(len(names))
    expect(page.locator("#DraftState")).to_contain_text("Draft saved")
    page.fill(SOURCE, "## Preview\n\n[gone](gone.md)\n")
    expect(page.locator("#Problems")).to_contain_text("gone.md")
    expect(page.locator("#Preview h2")).to_have_count(1)
