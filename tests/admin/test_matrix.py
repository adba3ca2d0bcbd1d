"""Grants of many sources to many groups as one table."""

import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.access.errors import ConflictError, InvalidRequestError, NotFoundError
from apps.access.grant_matrix import CellChange, change_cells
from apps.access.principals import operator
from tests.admin.pages import actions
from tests.cast import READ, WRITE, grant, make_collection, make_group, make_repository, make_user

pytestmark = pytest.mark.django_db
PAGE = "/admin/grants/"


def cells(stage, part, **query) -> dict[str, str]:
    response = stage.client(part).get(PAGE, query)
    return {cell.label: cell.level for row in response.context["rows"] for cell in row.cells}


def send(stage, part, was, **wanted):
    data = {f"was {name}": level for name, level in was.items()}
    return stage.client(part).post(PAGE, data | was | wanted)


def cell(source, group) -> str:
    return f"cell {source.pk} {group.pk}"


def confirm(stage, part, response):
    changes = [str(one.change) for one in response.context["changes"]]
    return stage.client(part).post(PAGE, {"step": "confirmed", "change": changes}, follow=True)


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_a_grant_is_given_raised_and_taken_after_a_summary(stage, kind):
    source, name = stage.sources[kind], cell(stage.sources[kind], stage.group)
    for before, after in (("none", "read"), ("read", "write"), ("write", "none")):
        asked = send(stage, "owner", {name: before}, **{name: after})
        (one,) = asked.context["changes"]
        assert (one.source, one.group, one.group.member_count) == (source, stage.group, 3)
        assert cells(stage, "owner")[f"{stage.group} on {source}"] == before
        confirm(stage, "owner", asked)
        assert cells(stage, "owner")[f"{stage.group} on {source}"] == after
    assert actions()[-3:] == ["grant.set", "grant.set", "grant.revoked"]


def test_one_finds_sources_to_share_and_groups_one_sees_only(stage, public):
    make_group("others", make_user())
    assert cells(stage, "writer") == {}
    assert set(cells(stage, "owner")) == {
        f"{stage.group} on {source}" for source in stage.sources.values()
    }
    assert len(cells(stage, "admin")) == 6
    assert set(cells(stage, "admin", source="repo sentinel", group="TEAM")) == {
        f"{stage.group} on {stage.sources['repository']}"
    }


def test_a_cell_that_changed_meanwhile_stops_it_all(stage, collection):
    other = make_collection(owner=stage.people["owner"])
    wanted = {cell(other, stage.group): "read", cell(collection, stage.group): "read"}
    asked = send(stage, "owner", dict.fromkeys(wanted, "none"), **wanted)
    grant(collection, stage.group, WRITE)
    answer = confirm(stage, "owner", asked)
    assert "has another level" in answer.content.decode()
    assert not other.group_grants.exists()
    assert collection.group_grants.get().level == "write"


def test_a_changed_level_keeps_its_expiry_and_an_expired_grant_is_none(stage, collection):
    until = timezone.now() + timedelta(days=2)
    grant(collection, stage.group, READ)
    collection.group_grants.update(expires_at=until)
    change = CellChange(collection.pk, stage.group.pk, "read", "write")
    assert change_cells(user=operator(), changes=[change]) == 1
    assert (collection.group_grants.get().level, collection.group_grants.get().expires_at) == (
        "write",
        until,
    )
    collection.group_grants.update(expires_at=timezone.now())
    assert cells(stage, "owner")[f"{stage.group} on collection-sentinel"] == "none"


def test_what_is_not_ones_own_cannot_be_changed(stage, collection):
    hidden = make_group("others", make_user())
    for part, group in (("writer", stage.group), ("stranger", stage.group), ("owner", hidden)):
        change = CellChange(collection.pk, group.pk, "none", "read")
        with pytest.raises(NotFoundError):
            change_cells(user=stage.people[part], changes=[change])
    with pytest.raises(ConflictError):
        change_cells(
            user=operator(),
            changes=[CellChange(collection.pk, stage.group.pk, "write", "read")],
        )
    assert not collection.group_grants.exists()


NOBODY = uuid.UUID(int=7)
ODD = ("", "x", "a b c d", f"{NOBODY} 1 none admin", f"{NOBODY} {9**40} none read")


@pytest.mark.parametrize("text", ODD)
def test_what_is_no_change_is_refused(stage, text):
    with pytest.raises(InvalidRequestError):
        CellChange.parse(text)
    answer = stage.client("admin").post(PAGE, {"step": "confirmed", "change": text}, follow=True)
    assert answer.status_code == 200


def test_the_table_pages_and_its_queries_do_not_grow(stage):
    def count(**query) -> int:
        client = stage.client("admin")
        client.get(PAGE, query)
        with CaptureQueriesContext(connection) as queries:
            client.get(PAGE, query)
        return len(queries)

    before = count()
    for _ in range(12):
        grant(make_collection(), make_group("more"))
        grant(make_repository(), stage.group)
    assert count() == before
    response = stage.client("admin").get(PAGE, {"sp": "2", "gp": "2"})
    assert (response.context["sources"].paginator.count, len(response.context["rows"])) == (26, 6)
    assert len(response.context["groups"]) == 5
    for odd in ("x", "-1", "9" * 40):
        assert stage.client("admin").get(PAGE, {"sp": odd, "gp": odd}).status_code == 200
