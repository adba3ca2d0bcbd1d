"""An admin shares a collection with a group and takes it back, in a real browser."""

import pytest
from playwright.sync_api import expect

from apps.access.models import User
from tests.admin.pages import address
from tests.admin.questions import question_rows
from tests.browser.conftest import PASSWORD
from tests.cast import make_group

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
PAGES = (
    *("/admin/", "/admin/collections/collection/", "/admin/grants/", "/admin/access-file/"),
    *("/admin/repos/repository/", "/admin/jobs/job/", "/admin/access/user/", "/admin/auth/group/"),
)


def sign_in(new_visitor, **options):
    visitor = new_visitor(**options)
    page = visitor.open("/admin/")
    page.fill("[name=username]", "boss")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_url(visitor.base + "/admin/")
    return visitor, page


@pytest.fixture
def boss(transactional_db):
    member = User.objects.create_user("mia", password=PASSWORD)
    make_group("Support", member)
    return User.objects.create_superuser("boss", password=PASSWORD)


def choose(page, action):
    """Tick the one collection and pick an action for it."""
    page.locator("tbody [name=_selected_action]").first.check()
    page.select_option("select[name=action]", label=action)
    page.get_by_role("button", name="Run").click()


def fill_group(page):
    """Complete the group's name while typing."""
    page.locator(".select2-selection").first.click()
    page.locator(".select2-search__field").fill("Supp")
    page.locator(".select2-results__option", has_text="Support").click()
    page.get_by_role("button", name="Continue").click()


def test_an_admin_shares_a_collection_and_takes_it_back(new_visitor, boss):
    visitor, page = sign_in(new_visitor)
    visitor.open("/admin/collections/collection/add/")
    page.fill("[name=name]", "Night shift")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/admin/collections/collection/")

    choose(page, "Grant to a group…")
    fill_group(page)
    expect(page.locator(".pm-note").first).to_contain_text("(1 active member) can read 0 documents")
    page.get_by_role("button", name="Grant to a group").click()
    expect(page.get_by_text("Granted: 1.")).to_be_visible()

    page.get_by_role("link", name="Night shift").click()
    page.get_by_role("link", name="Who can see this").click()
    expect(page.get_by_role("row", name="mia")).to_contain_text("can read, granted by boss")

    visitor.open("/admin/collections/collection/")
    choose(page, "Revoke from a group…")
    fill_group(page)
    page.get_by_role("button", name="Revoke from a group").click()
    expect(page.get_by_text("Revoked: 1.")).to_be_visible()
    page.get_by_role("link", name="Night shift").click()
    page.get_by_role("link", name="Who can see this").click()
    expect(page.get_by_role("row", name="boss")).to_be_visible()
    expect(page.get_by_role("row", name="mia")).to_have_count(0)
    assert visitor.complaints == []


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_of_the_admin_is_wider_than_the_window(new_visitor, boss, width):
    visitor, page = sign_in(new_visitor, width=width)
    mark = f"collection:Runbooks/{'a-long-name-without-a-space/' * 9}restore.md"
    asked, golden, run = question_rows(text="restore?", normal="restore?", top_mark=mark)
    type(golden).objects.update(marks=[mark])
    run.results.update(expected=[mark], found=[mark])
    rows = [address(row, "change") for row in (asked, golden, run, boss)]
    too_wide = []
    for path in (*PAGES, *rows, address(boss, "history")):
        visitor.open(path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            too_wide.append(path)
    assert too_wide == []
