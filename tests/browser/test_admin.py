"""An admin shares a collection with a group and takes it back, in a real browser."""

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import expect

from apps.access.models import AuditEntry, User
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.jobs.models import Job
from apps.repos.models import SyncRun
from apps.retrieval.models import BriefingVersion
from tests.access.rows import rows_below
from tests.admin.pages import address
from tests.admin.questions import question_rows
from tests.browser.conftest import PASSWORD
from tests.cast import grant, make_collection, make_group, make_repository, make_token

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
LONG = "a_long_name_that_does_not_break_" * 3
MARK = f"collection:Runbooks/{LONG * 3}.md"
LISTS = (
    *("access/user", "access/accesstoken", "access/auditentry", "auth/group", "jobs/job"),
    *("collections/collection", "collections/document", "documents/repodocument"),
    *("repos/repository", "repos/syncrun", "retrieval/askedquestion", "retrieval/goldenquestion"),
    *("retrieval/evaluationrun", "retrieval/briefingversion", "retrieval/tokengain"),
)
PAGES = (
    *("/admin/", "/admin/grants/", "/admin/access-file/", "/admin/retrieval/askedquestion/gaps/"),
    *(f"/admin/{name}/" for name in LISTS),
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


def see_as_member(visitor, address_seen):
    """See the product as mia, open one page as she does, and come back; its status."""
    page = visitor.open(address(User.objects.get(username="mia"), "change"))
    page.get_by_role("link", name="See as this person").click()
    page.get_by_role("button", name="See as this person").click()
    page.wait_for_url(visitor.base + "/")
    expect(page.locator(".view-as")).to_contain_text("mia")
    status = page.goto(visitor.base + address_seen).status
    page.get_by_role("button", name="End the view").click()
    page.wait_for_url("**/admin/access/user/**")
    return status


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
    assert see_as_member(visitor, "/docs/Night shift") == 200

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
    assert see_as_member(visitor, "/docs/Night shift") == 404


def too_wide_at(page):
    """The widths at which the open page is wider than the window."""
    found = []
    for width in (390, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found.append(width)
    return found


def long_rows(boss):
    """Rows with long names that do not break, one for each page of the admin; a source first."""
    sources = [make_collection(f"{LONG}-shelf", owner=boss), make_repository(LONG, owner=boss)]
    below = [row for source in sources for row in rows_below(source)]
    RepoDocument.objects.update(path=f"{LONG}.md", title=LONG)
    Document.objects.update(source_key=f"{LONG}.md", title=LONG)
    SyncRun.objects.update(status="error", error_message=LONG)
    Job.objects.update(status="error", error_message=LONG)
    grant(sources[0], Group.objects.get())
    asked, golden, run = question_rows(text="restore?", normal="restore?", top_mark=MARK)
    type(golden).objects.update(marks=[MARK])
    run.results.update(expected=[MARK], found=[MARK])
    shown = [row for row in below if isinstance(row, Document | RepoDocument | SyncRun | Job)]
    others = [BriefingVersion.objects.get(), AuditEntry.objects.latest("pk"), boss]
    return [*sources, make_token(boss, name=LONG), asked, golden, run, *others, *shown]


def test_no_page_of_the_admin_is_wider_than_the_window(new_visitor, boss):
    visitor, page = sign_in(new_visitor)
    rows = long_rows(boss)
    paths = [*PAGES, *(address(row, "change") for row in rows)]
    paths += [address(rows[0], name) for name in ("delete", "readers", "history")]
    paths += [address(boss, name) for name in ("readable", "history")]
    found = {}
    for path in paths:
        visitor.open(path)
        widths = too_wide_at(page)
        if widths or page.url != visitor.base + path:
            found[path] = page.url, widths
    visitor.open("/admin/access/accesstoken/")
    choose(page, "Revoke")
    expect(page.get_by_role("button", name="Revoke")).to_be_visible()
    assert (found, too_wide_at(page)) == ({}, [])
