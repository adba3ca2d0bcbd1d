"""Reading the documentation of a repository, wide and narrow."""

import re

import pytest
from playwright.sync_api import expect

from apps.access.models import User
from tests.browser.conftest import PASSWORD
from tests.reader.repos_on_shelf import DOCS, FILES, SLUG, add_tree, synced
from tests.repos.data_folder import own_data_folder  # noqa: F401

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def library(transactional_db, tmp_path):
    """A synced repository of the person called writer, one of its pages long."""
    writer = User.objects.create_user("writer", password=PASSWORD)
    parts = "".join(f"## Part {n}\n\n{'Words. ' * 300}\n\n" for n in range(6))
    row, _ = add_tree(tmp_path, {**FILES, "docs/long.md": f"# Long\n\n{parts}"}, owner=writer)
    return synced(row)


def test_a_wide_page_is_read_filtered_turned_and_cited(new_visitor, library):
    visitor = new_visitor(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.sign_in()
    page.get_by_role("link", name=SLUG).click()
    expect(page.locator(".repo-head h1")).to_have_text("Handbook")
    page.wait_for_load_state()
    page.keyboard.press("]")
    expect(page.locator(".repo-head h1")).to_have_text("Guide")
    page.fill("#tree_filter", "lon")
    page.locator(".tree-found").get_by_role("link", name="Long").click()
    expect(page.locator(".repo-head h1")).to_have_text("Long")
    outline = page.locator("[data-outline]")
    outline.get_by_role("link", name="Part 4").click()
    expect(page).to_have_url(re.compile("#part-4$"))
    expect(outline.locator("[aria-current]")).to_have_text("Part 4")
    page.locator("#part-4").hover()
    page.locator("#part-4 .heading-anchor").click()
    expect(page.locator("#announcer")).to_contain_text("Copied repo:")
    mark = page.evaluate("navigator.clipboard.readText()")
    assert mark == f"repo:{SLUG}/docs/long.md::long/part-4#2"
    page.locator("[data-before]").click()
    expect(page.locator(".repo-head h1")).to_have_text("Setup")
    assert visitor.complaints == []


def test_a_narrow_page_has_its_pages_in_a_drawer_without_scripts(new_visitor, library):
    visitor = new_visitor(width=390, java_script_enabled=False)
    page = visitor.sign_in()
    visitor.open(f"{DOCS}/long")
    assert page.locator("#page_tree").is_hidden()
    page.get_by_role("link", name="Pages").click()
    page.locator("#page_tree").get_by_text("Guide").first.click()
    page.locator("#page_tree").get_by_role("link", name="Setup").click()
    expect(page.locator(".repo-head h1")).to_have_text("Setup")
    page.locator(".outline-fold summary").click()
    page.locator(".outline-fold").get_by_role("link", name="Deep").click()
    expect(page).to_have_url(re.compile("#deep$"))
    assert page.locator("html").evaluate("e => e.scrollWidth") <= 390
    assert visitor.complaints == []
