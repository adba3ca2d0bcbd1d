"""What is done to many rows at once is asked first, and done through the services."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.access.models import AuditEntry
from apps.collections.models import Collection
from apps.jobs.models import Job
from tests.access.rows import rows_below
from tests.admin.pages import actions, address
from tests.cast import READ, grant, make_collection, make_group, make_user

pytestmark = pytest.mark.django_db
KINDS = ["collection", "repository"]


def send(stage, part, rows, action, **more):
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    return stage.client(part).post(address(type(rows[0])), chosen | more)


def told(response) -> str:
    return " ".join(response.context["consequences"])


@pytest.mark.parametrize("kind", KINDS)
class TestSources:
    def test_visibility_is_chosen_then_confirmed_then_set(self, stage, kind):
        source = stage.sources[kind]
        rows_below(source)
        first = send(stage, "owner", [source], "set_visibility")
        assert [name for name, _ in first.context["form"].fields["visibility"].choices] == [
            "public",
            "private",
        ]
        chosen = {"visibility": "public", "step": "chosen"}
        second = send(stage, "owner", [source], "set_visibility", **chosen)
        assert told(second).startswith("1 document will be readable by everyone who can sign in")
        source.refresh_from_db()
        assert source.visibility == "private"
        send(stage, "owner", [source], "set_visibility", **chosen | {"step": "confirmed"})
        source.refresh_from_db()
        assert source.visibility == "public"
        assert actions()[-1] == "visibility.changed"

    def test_a_grant_is_given_until_a_day_and_taken_again(self, stage, kind):
        source, day = stage.sources[kind], f"{timezone.now().year + 1}-02-03"
        data = {"group": stage.group.pk, "level": "write", "step": "chosen"}
        data |= {"expires_at_0": day, "expires_at_1": "10:00"}
        asked = send(stage, "owner", [source], "grant_to_group", **data)
        assert told(asked).startswith(f"{stage.group} (3 active members) can write 0 documents")
        assert f"Until {day} 10:00 UTC" in told(asked)
        send(stage, "owner", [source], "grant_to_group", **data | {"step": "confirmed"})
        (row,) = source.group_grants.all()
        assert (row.level, row.granted_by, f"{row.expires_at:%Y-%m-%d}") == (
            "write",
            stage.people["owner"],
            day,
        )
        data = {"group": stage.group.pk, "step": "confirmed"}
        send(stage, "owner", [source], "revoke_from_group", **data)
        assert not source.group_grants.exists()
        assert actions()[-2:] == ["grant.set", "grant.revoked"]

    def test_only_admins_are_offered_to_give_it_away(self, stage, kind):
        source, heir = stage.sources[kind], stage.people["mate"]
        data = {"owner": heir.pk, "step": "confirmed"}
        for part, owner in (("owner", stage.people["owner"]), ("admin", heir)):
            send(stage, part, [source], "set_owner", **data)
            source.refresh_from_db()
            assert source.owner == owner

    def test_a_writer_cuts_or_syncs_anew_and_shares_nothing(self, stage, kind):
        source = stage.sources[kind]
        action, wanted = {
            "collection": ("rechunk", "rechunk"),
            "repository": ("sync_selected", "sync"),
        }[kind]
        send(stage, "writer", [source], action)
        assert not Job.objects.exists()
        send(stage, "writer", [source], action, step="confirmed")
        send(stage, "writer", [source], "reembed", step="confirmed")
        assert {job.kind for job in Job.objects.all()} == {wanted, "embed"}
        anew = send(stage, "writer", [source], "rechunk")
        assert "those built by an older parser" in told(anew)
        shown = {"visibility": "public", "step": "confirmed"}
        refused = send(stage, "writer", [source], "set_visibility", **shown)
        assert refused.status_code == 302
        source.refresh_from_db()
        assert source.visibility == "private"


def test_what_one_may_not_change_is_left_out_and_named(stage, collection, public):
    response = send(stage, "owner", [collection, public], "rechunk")
    assert response.context["chosen"].allowed == [collection]
    assert response.context["left_out"] == {"You have no right to change it.": [str(public)]}
    send(stage, "owner", [collection, public], "rechunk", step="confirmed")
    assert [job.source_id for job in Job.objects.all()] == [collection.pk]


def test_a_refusal_for_one_row_undoes_them_all(stage, collection):
    heir = stage.people["mate"]
    other = make_collection("Twice", owner=stage.people["owner"])
    make_collection("Twice", owner=heir)
    before = AuditEntry.objects.count()
    data = {"owner": heir.pk, "step": "confirmed"}
    send(stage, "admin", [collection, other], "set_owner", **data)
    assert not Collection.objects.filter(pk=collection.pk, owner=heir).exists()
    assert AuditEntry.objects.count() == before


def test_hidden_rows_and_groups_cannot_be_named(stage, collection):
    response = send(stage, "stranger", [collection], "rechunk")
    assert "collection-sentinel" not in str(getattr(response, "context", "") or "")
    strangers = make_group("strangers", make_user())
    data = {"group": strangers.pk, "level": "read", "step": "confirmed"}
    asked = send(stage, "owner", [collection], "grant_to_group", **data)
    assert asked.context["form"].errors["group"]
    assert not collection.group_grants.exists()


def test_the_page_needs_as_many_queries_for_three_sources_as_for_one(stage):
    rows = [make_collection(owner=stage.people["owner"]) for _ in range(3)]
    for row in rows:
        grant(row, stage.group, READ)
    data = {"group": stage.group.pk, "step": "chosen"}
    send(stage, "admin", rows, "revoke_from_group", **data)
    counts = []
    for some in (rows[:1], rows):
        with CaptureQueriesContext(connection) as queries:
            asked = send(stage, "admin", some, "revoke_from_group", **data)
        counts.append(len(queries))
    assert "loses its grant on 0 documents" in told(asked)
    assert counts[0] == counts[1]
