import zipfile

import pytest
from playwright.sync_api import expect

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
PAGES = [
    "/docs/Handbook/-/re-embed",
    "/",
    "/search?q=rollback",
    "/docs",
    "/docs/Handbook",
    "/docs/Handbook/guides/setup.md",
    "/docs/Handbook/guides/setup.md?tab=raw",
    "/docs/Handbook/guides/setup.md?tab=metadata",
    "/docs/Handbook/guides/setup.md?tab=chunks",
    "/docs/Handbook/%D7%A2%D7%91%D7%A8%D7%99%D7%AA.md",
    "/docs/Handbook/-/upload",
    "/docs/Handbook/-/settings",
    "/docs/Handbook/-/sharing",
    "/docs/Handbook/-/links",
    "/docs/jobs",
    "/graph",
    "/graph/collection:Handbook",
    "/graph/collection:Handbook?task=stop+the+queue",
    "/account/tokens",
    "/account/connect",
]


@pytest.mark.parametrize("width", [390, 800, 1280, 1600])
def test_no_page_is_wider_than_the_window_or_complains(new_visitor, handbook, width):
    visitor = new_visitor(width=width)
    page = visitor.sign_in()
    too_wide = []
    for address in PAGES:
        visitor.open(address)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(address)
    assert too_wide == []
    assert visitor.complaints == []


def test_the_dark_theme_is_remembered_from_page_to_page(new_visitor, handbook):
    visitor = new_visitor(color_scheme="light")
    page = visitor.sign_in()
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark theme").click()
    dark = page.evaluate(paper)
    assert dark != light
    visitor.open("/docs")
    assert page.evaluate(paper) == dark
    assert visitor.page.content().startswith('<!DOCTYPE html><html lang="en" data-theme="dark">')
    page.get_by_role("button", name="Light theme").click()
    assert page.evaluate(paper) == light
    assert visitor.complaints == []


def test_the_theme_can_be_switched_without_javascript(new_visitor, handbook):
    visitor = new_visitor(color_scheme="light", java_script_enabled=False)
    page = visitor.sign_in()
    page.get_by_role("button", name="Dark theme").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_the_table_of_contents_follows_the_reader(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs/Handbook/guides/setup.md")
    page.set_viewport_size({"width": 1280, "height": 300})
    expect(page.locator("[data-outline] [aria-current]")).to_have_text("Install")
    page.get_by_label("On this page").get_by_text("Configure").click()
    expect(page.locator("[data-outline] [aria-current]")).to_have_text("Configure")
    assert visitor.complaints == []


def test_the_dialog_and_the_menu_are_worked_by_keyboard(new_visitor, handbook):
    visitor = new_visitor()
    page = visitor.sign_in()
    visitor.open("/docs")
    page.get_by_role("link", name="New collection").press("Enter")
    expect(page.locator("dialog [name=name]")).to_be_focused()
    page.keyboard.press("Escape")
    page.locator("summary[aria-label^=Account]").press("Enter")
    expect(page.get_by_role("link", name="Access tokens")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Access tokens")).to_be_hidden()
    assert visitor.complaints == []


def test_copy_covers_no_line_on_a_telephone(new_visitor, handbook):
    visitor = new_visitor(width=390)
    page = visitor.sign_in()
    visitor.open("/account/connect")
    covered = """Array.from(document.querySelectorAll(".lines")).filter((place) => {
      const button = place.querySelector("button").getBoundingClientRect();
      return place.querySelector("code").getBoundingClientRect().top < button.bottom;
    }).length"""
    assert page.evaluate(covered) == 0


def test_without_javascript_a_collection_is_downloaded_and_its_vectors_made_anew(
    new_visitor, handbook, tmp_path
):
    visitor = new_visitor(java_script_enabled=False)
    visitor.sign_in()
    page = visitor.open("/docs/Handbook")
    with page.expect_download() as started:
        page.get_by_role("link", name="Export").click()
    started.value.save_as(tmp_path / "out.zip")
    assert started.value.suggested_filename == "Handbook.zip"
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert "guides/setup.md" in archive.namelist()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("link", name="Make vectors anew").click()
    page.get_by_role("button", name="Make vectors anew").click()
    assert "/docs/jobs/" in page.url
