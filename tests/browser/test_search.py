import re

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]


def test_somebody_without_a_mouse_finds_and_opens_a_document(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs")
    page.keyboard.press("/")
    page.keyboard.type("stop the queue")
    page.keyboard.press("Enter")
    expect(page.locator("#search-status")).to_contain_text("result")
    page.keyboard.press("/")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-result] a").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator(".document-head h1")).to_have_text("Rollback")
    assert visitor.complaints == []


def test_results_come_while_typing_and_the_address_follows(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/search")
    page.locator("#q").press_sequentially("rollback", delay=20)
    expect(page.locator("[data-result]").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/search\?q=rollback"))
    expect(page.locator("#search-status")).to_contain_text("result")
    page.locator("#q").fill("zzqqxx")
    expect(page.locator(".empty")).to_contain_text("Nothing found")
    page.go_back()
    expect(page.locator("#q")).to_have_value("rollback")
    expect(page.locator("[data-result]").first).to_be_visible()
    expect(page.locator(".bar")).to_have_count(1)
    assert visitor.complaints == []


def test_a_ticked_source_narrows_at_once(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/search?q=rollback")
    page.get_by_label("Handbook").check()
    expect(page).to_have_url(re.compile("source=collection%3AHandbook"))
    assert visitor.complaints == []


def test_everything_works_without_javascript(new_visitor, handbook):
    visitor = new_visitor(java_script_enabled=False)
    page = visitor.sign_in()
    page.fill("#q", "rollback")
    page.click(".home-search button")
    page.locator("[data-result] a").first.click()
    page.get_by_role("link", name="Metadata").click()
    expect(page.locator(".facts").first).to_contain_text("Rollback")
    page.get_by_role("navigation", name="Main", exact=True).get_by_text("Collections").click()
    page.get_by_role("link", name="New collection").click()
    page.fill("[name=name]", "Made without scripts")
    page.get_by_role("button", name="Create collection").click()
    expect(page.locator("h1")).to_have_text("Made without scripts")
    page.click("summary[aria-label^=Account]")
    page.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/login"))
    assert visitor.complaints == []
