"""The leak matrix: each door for everybody who must not see what is behind it.

For each call of each door: nothing planted shows, and whoever asks for something hidden gets the
very answer that something missing gets (status, headers, redirects, body). Whoever sees it is
asked first, so that there is something that could leak.
"""

from dataclasses import replace

import pytest
from django.core.cache import cache

from apps.access.models import AccessToken, User
from apps.collections.models import Attachment, Collection, Document
from apps.jobs.models import Job
from apps.repos.models import Repository
from tests.architecture.door import Door
from tests.architecture.doors import DOORS
from tests.leaks.visits import Visitor, outcome, text_of
from tests.leaks.world import OUTSIDERS, SECRET, World, build_world

pytestmark = pytest.mark.django_db

# What no list may name.
NAMED = ("name", "tool", "key", "file", "collection", "document", "attachment")


@pytest.fixture
def world(settings) -> World:
    """Words only: what is searched by must not depend on vectors."""
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    return build_world()


@pytest.fixture(autouse=True)
def _no_counted_requests():
    """Request rates count in the cache."""
    cache.clear()


def state() -> list[object]:
    """Everything that a refused call must leave alone."""
    return [
        list(rows)
        for rows in (
            Collection.objects.order_by("pk").values_list(
                "pk", "name", "visibility", "description"
            ),
            Repository.objects.order_by("pk").values_list("pk", "visibility", "description"),
            Document.objects.order_by("pk").values_list("pk", "version", "content_hash"),
            Attachment.objects.order_by("pk").values_list("pk", "source_key", "data"),
            Job.objects.order_by("pk").values_list("pk", "status"),
            User.objects.order_by("pk").values_list("pk", "username", "is_superuser", "password"),
            AccessToken.objects.order_by("pk").values_list("name", "revoked_at"),
        )
    ]


@pytest.mark.parametrize(("name", "door"), DOORS.items(), ids=DOORS)
def test_outsiders_learn_nothing(world: World, name: str, door: Door):
    assert is_shown(world, name, door) or not door.shows
    for part in OUTSIDERS:
        visitor = Visitor(world, part)
        for call in door.calls:
            response = visitor.send(name, call, world.hidden)
            said = text_of(response)
            assert response.status_code < 500, (part, call)
            assert SECRET not in said, (part, call)
            if not call.is_aimed:
                named = [world.hidden[place] for place in NAMED]
                assert [one for one in named if one in said] == [], (part, call)
                continue
            missing = visitor.send(name, call, world.missing)
            assert outcome(response, world.hidden) == outcome(missing, world.missing), (part, call)


def is_shown(world: World, name: str, door: Door) -> bool:
    """Whether there is anything behind the door that could leak."""
    reader = Visitor(world, door.shown_to)
    calls = [call for call in door.calls if door.shows and not call.writes]
    said = [text_of(reader.send(name, call, world.hidden)) for call in calls]
    names = (SECRET, world.hidden["name"], world.hidden["tool"])
    return any(name in one for one in said for name in names)


WRITING = {name: door for name, door in DOORS.items() if any(call.writes for call in door.calls)}


@pytest.mark.parametrize(("name", "door"), WRITING.items(), ids=WRITING)
def test_who_may_only_read_changes_nothing(world: World, name: str, door: Door):
    visitor = Visitor(world, "viewer")
    before = state()
    for call in door.calls:
        if call.writes:
            response = visitor.send(name, call, world.hidden)
            # In the admin, what belongs to somebody else is missing instead of refused.
            refused = {403} if not name.startswith("admin") else {403, 200, 302}
            assert response.status_code in refused, (call, response.status_code)
            assert state() == before, call
