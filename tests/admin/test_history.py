"""What has been done to a row is told on its page: to admins by the audit log."""

import pytest

from apps.access.admin_facts import shown_change, shown_value
from apps.access.models import AuditEntry
from tests.admin.pages import address, edit
from tests.cast import make_collection, make_token

pytestmark = pytest.mark.django_db


def history(stage, part, row) -> str:
    return stage.client(part).get(address(row, "history")).content.decode()


def test_admins_see_before_and_after_and_others_only_that_something_changed(stage, collection):
    fresh = make_collection(owner=stage.people["owner"])
    assert "No change of this is on record." in history(stage, "admin", fresh)
    edit(stage, "owner", collection, description="sentinel words")
    edit(stage, "admin", collection, visibility="admin_only")
    told = history(stage, "admin", collection)
    assert "visibility.changed" in told
    assert "<bdi>admin_only</bdi>" in told
    for part in ("owner", "reader"):
        assert "admin_only" not in history(stage, part, collection)
        assert "visibility.changed" not in history(stage, part, collection)


def test_a_long_history_has_pages(stage):
    collection = make_collection()
    for number in range(51):
        AuditEntry.objects.create(
            actor_name=f"actor-{number}",
            action="settings.changed",
            target_kind="collections.collection",
            target_id=str(collection.pk),
            target_label="x",
        )
    assert "Page 1 of 2" in history(stage, "admin", collection)
    page = stage.client("admin").get(address(collection, "history"), {"p": "2"})
    assert page.content.decode().count('class="pm-entry"') == 1


def test_an_entry_of_the_log_shows_no_json(stage):
    edit(stage, "admin", stage.people["mate"], email="mia@example.org")
    entry = AuditEntry.objects.filter(action="user.changed").latest("id")
    page = stage.client("admin").get(address(entry, "change")).content.decode()
    assert '<tr class="pm-changed"><th scope="row">Email</th>' in page
    assert "<td>-</td><td><bdi>mia@example.org</bdi></td>" in page
    assert "user" in page


def test_values_of_any_shape_are_shown_as_tables_and_lists():
    assert shown_value({"a_b": [1, "<i>"], "c": None, "d": True}) == (
        '<div class="pm-frame"><table class="pm-table">'
        '<tr><th scope="row">A b</th><td><div><bdi>1</bdi></div>'
        "<div><bdi>&lt;i&gt;</bdi></div></td></tr>"
        '<tr><th scope="row">C</th><td>-</td></tr><tr><th scope="row">D</th><td>yes</td></tr>'
        "</table></div>"
    )
    changed = shown_change({"same": 1, "level": "read"}, {"same": 1, "level": "write"})
    assert changed.index("Level") < changed.index("Same")
    assert changed.count("pm-changed") == 1
    assert shown_change(None, None) == "-"


def test_the_page_of_a_token_names_its_sources_as_far_as_the_holder_sees_them(stage, collection):
    hidden = make_collection("hidden-shelf")
    token = make_token(
        stage.people["reader"], source_ids=[collection.pk, hidden.pk], tools=["outline"]
    )
    page = stage.client("reader").get(address(token, "change")).content.decode()
    assert "collection-sentinel" in page
    assert "1 that are gone or hidden" in page
    assert "hidden-shelf" not in page
    assert "hidden-shelf" in stage.client("admin").get(address(token, "change")).content.decode()


def test_the_page_before_a_deletion_says_what_goes_along(stage):
    make_token(stage.people["owner"])
    page = stage.client("admin").get(address(stage.people["owner"], "delete")).content.decode()
    for words in ("Access tokens: 1", "Grants: 0", "Sources that stay, without an owner: 2"):
        assert words in page
