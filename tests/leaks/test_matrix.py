"""The leak matrix: each door for everybody who must not see what is behind it.

For each call of each door: nothing planted shows, and whoever asks for something hidden gets the
very answer that something missing gets (status, headers, redirects, body). Whoever may see it is
asked as well, so that there is something that could leak.

One test is one person at all doors, so that the world is built once for each; every door is put
back as it was before the next one is opened.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.cache import cache
from django.db import transaction

from apps.access.models import AccessToken, User
from apps.collections.models import Attachment, Collection, Document
from apps.jobs.models import Job
from apps.repos.models import Repository
from apps.retrieval.models import BriefingVersion
from tests.architecture.door import Call, Door
from tests.architecture.doors import DOORS
from tests.leaks.visits import Visitor, text_of
from tests.leaks.world import INSIDERS, LIKE_STRANGERS, LONERS, SECRET, World, build_world

pytestmark = pytest.mark.django_db

# What no list may name.
NAMED = ("name", "tool", "key", "file", "collection", "document", "attachment")


@pytest.fixture
def world(settings) -> World:
    """Words only: what is searched by must not depend on vectors."""
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    return build_world()


def opened(visitor: Visitor) -> Iterator[tuple[str, Door]]:
    """The doors this visitor comes to, each rolled back once it is shut."""
    for name, door in DOORS.items():
        if visitor.comes_to(name):
            cache.clear()  # request rates count there
            with transaction.atomic():
                yield name, door
                transaction.set_rollback(True)


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
            AccessToken.objects.order_by("pk").values_list("name", "digest", "revoked_at"),
            BriefingVersion.objects.order_by("pk").values_list("pk"),
        )
    ]


@pytest.mark.parametrize("parts", [(part,) for part in LONERS] + [LIKE_STRANGERS], ids=str)
def test_outsiders_learn_nothing(world: World, parts: tuple[str, ...], settings):
    public_read = parts == ("anonymous_reader",)
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=public_read)
    first, *others = (Visitor(world, part) for part in parts)
    leaks = {}
    for name, door in opened(first):
        for call in door.calls:
            missing = None
            if call.is_aimed:
                missing = first.outcome(first.send(name, call, world.missing), world.missing)
            for visitor in (first, *others):
                if leak := leak_of(visitor, world, name, call, missing):
                    leaks[name, call.method, call.path, visitor.part] = leak
    assert leaks == {}


def leak_of(visitor: Visitor, world: World, name: str, call: Call, missing: object) -> object:
    """What an answer to an outsider gives away; None when it gives away nothing.

    ``missing`` is what whoever sees nothing is answered about something that does not exist.
    """
    response = visitor.send(name, call, world.hidden)
    said = text_of(response)
    if response.status_code >= 500 or SECRET in said:
        return response.status_code, SECRET in said
    if not call.is_aimed:
        return [place for place in NAMED if world.hidden[place] in said]
    hidden = visitor.outcome(response, world.hidden)
    return None if hidden == missing else (hidden, missing)


def test_insiders_see_what_is_theirs(world: World):
    """And so there is something behind each door that could leak."""
    shown = {part: doors_shown(world, part) for part in INSIDERS}
    watched = {name: door.shown_to for name, door in DOORS.items() if door.shows}
    for part in ("owner", "admin"):
        assert {name for name, who in watched.items() if who == part} - shown[part] == set()
    assert shown["reader"] == shown["group_reader"]
    assert shown["reader"] <= shown["writer"] <= shown["owner"]
    assert len(shown["reader"]) > len(watched) / 2


def doors_shown(world: World, part: str) -> set[str]:
    """The doors at which somebody sees what was planted."""
    visitor = Visitor(world, part)
    return {name for name, door in opened(visitor) if is_shown(visitor, world, name, door)}


def is_shown(visitor: Visitor, world: World, name: str, door: Door) -> bool:
    """Whether any call that only looks shows something."""
    calls = (call for call in door.calls if door.shows and not call.writes)
    said = (text_of(visitor.send(name, call, world.hidden)) for call in calls)
    names = (SECRET, world.hidden["name"], world.hidden["tool"])
    return any(name in one for one in said for name in names)


@pytest.mark.parametrize("part", ["reader", "viewed"])
def test_who_may_only_read_changes_nothing(world: World, part: str):
    visitor, before = Visitor(world, part), state()
    done = {}
    for name, door in opened(visitor):
        # In the admin, what belongs to somebody else is missing instead of refused.
        refused = {403, 200, 302} if name.startswith("admin") and part == "reader" else {403}
        for call in door.calls:
            if call.writes:
                status = visitor.send(name, call, world.hidden).status_code
                if status not in refused or state() != before:
                    done[name, call.method, call.path] = status
    assert done == {}
