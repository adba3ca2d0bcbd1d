"""Who can see a source, what somebody can read, and why, as pages."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.access.grants import grant_access, revoke_access
from apps.access.models import AccessToken
from apps.access.principals import operator
from apps.access.querysets import Visibility, source_models
from apps.access.readable import readable_sources, reasons_to_read
from tests.admin.pages import address
from tests.cast import READ, WRITE, assemble_cast, grant, make_collection, make_token, make_user

pytestmark = pytest.mark.django_db
KINDS = ["collection", "repository"]


def readers_of(stage, part, source) -> dict[str, list[str]]:
    response = stage.client(part).get(f"{address(source, 'change')[:-7]}readers/")
    page = response.context["page"]
    return {reader.name: [str(reason) for reason in reader.reasons] for reader in page}


def readable_by(stage, part, holder, kind="collection"):
    response = stage.client(part).get(f"{address(holder, 'change')[:-7]}readable/", {"kind": kind})
    rows = response.context["rows"]
    return {str(row.source): [str(reason) for reason in row.reasons] for row in rows}


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_names_each_reader_and_why(stage, kind):
    source = stage.sources[kind]
    until = timezone.now() + timedelta(days=3)
    owner = stage.people["owner"]
    grant_access(user=owner, source=source, to=stage.group, level=READ, expires_at=until)
    by_group = (
        f"group {stage.group}, can read, granted by {owner}, expires {until:%Y-%m-%d %H:%M} UTC"
    )
    people = {part: str(person) for part, person in stage.people.items()}
    assert readers_of(stage, "owner", source) == {
        people["admin"]: ["admin"],
        people["mate"]: [by_group],
        people["owner"]: ["owner", by_group],
        people["reader"]: ["grant, can read", by_group][::-1],
        people["writer"]: ["grant, can write"],
    }
    revoke_access(user=owner, source=source, to=stage.group)
    assert people["mate"] not in readers_of(stage, "owner", source)


@pytest.mark.parametrize("kind", KINDS)
def test_who_may_not_share_is_sent_back_and_told_no_name(stage, kind):
    source = stage.sources[kind]
    for part in ("writer", "reader", "stranger"):
        path = f"{address(source, 'change')[:-7]}readers/"
        response = stage.client(part).get(path, follow=True)
        assert response.redirect_chain
        assert "Ms-admin" not in response.content.decode()
        if part != "stranger":
            assert "no right to see who reads this" in response.content.decode()


def test_a_person_reads_by_these_reasons(stage, public):
    reader, source = stage.people["reader"], stage.sources["collection"]
    source.visibility = Visibility.PUBLIC
    source.save()
    grant(source, stage.group, WRITE)
    assert readable_by(stage, "admin", reader) == {
        "collection-sentinel": ["public", f"group {stage.group}, can write", "grant, can read"],
        "public-notes": ["public"],
    }
    assert readable_by(stage, "admin", reader, "repository") == {
        "git.example.org/team/repository-sentinel": ["grant, can read"]
    }
    assert readable_by(stage, "admin", stage.group) == {
        "collection-sentinel": ["public", f"group {stage.group}, can write"],
        "public-notes": ["public"],
    }


def test_a_token_reads_no_more_than_its_limits(stage, public):
    reader = stage.people["reader"]
    token = make_token(reader, source_ids=[public.pk])
    assert readable_by(stage, "reader", token) == {"public-notes": ["public"]}
    AccessToken.objects.update(revoked_at=timezone.now())
    assert readable_by(stage, "reader", token) == {}


def test_others_are_asked_about_by_admins_only(stage):
    for holder in (stage.people["owner"], stage.group, make_token(stage.people["owner"])):
        path = f"{address(holder, 'change')[:-7]}readable/"
        response = stage.client("mate").get(path, follow=True)
        assert "collection-sentinel" not in response.content.decode()
    assert readable_by(stage, "owner", stage.people["owner"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("visibility", list(Visibility))
def test_the_reverse_agrees_with_the_rule_for_everybody(kind, visibility):
    cast = assemble_cast(kind, visibility)
    model = type(cast.source)
    for part, member in cast.members.items():
        if not member.is_authenticated:
            continue
        holder = getattr(member, "acting_token", member)
        rows = readable_sources(user=operator(), holder=holder, model=model)
        wanted = set(model.objects.visible_to(member))
        assert set(rows) == wanted, part
        reasons = reasons_to_read(holder, list(rows), model)
        assert all(reasons[row.pk] for row in rows), part


def test_the_pages_need_as_many_queries_for_three_as_for_one(stage):
    source, admin = stage.sources["collection"], stage.client("admin")
    paths = [
        f"{address(row, 'change')[:-7]}{name}/"
        for row, name in ((source, "readers"), (stage.people["reader"], "readable"))
    ]
    counts = []
    for _ in range(2):
        counts.append([])
        for path in paths:
            admin.get(path)
            with CaptureQueriesContext(connection) as queries:
                admin.get(path)
            counts[-1].append(len(queries))
        for _ in range(2):
            grant(source, make_user())
            grant(make_collection(), stage.people["reader"])
    assert counts[0] == counts[1]
    assert len(source_models()) == 2
