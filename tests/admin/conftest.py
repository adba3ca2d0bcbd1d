from dataclasses import dataclass

import pytest
from django.test import Client

from apps.access.models import Source, User
from apps.access.querysets import Visibility
from config import urls  # noqa: F401  fills the admin with its pages
from tests.cast import (
    READ,
    WRITE,
    give_every_model_permission,
    grant,
    make_collection,
    make_group,
    make_repository,
    make_user,
)

KINDS = {"collection": make_collection, "repository": make_repository}
# Everybody here is staff and holds every model-wide permission: neither may open a row.
PARTS = ("owner", "writer", "reader", "mate", "stranger")


@dataclass(frozen=True)
class Stage:
    """One private source of each kind, and the staff around them."""

    sources: dict[str, Source]
    people: dict[str, User]
    group: object

    def client(self, part: str) -> Client:
        """A browser in which that person is signed in."""
        client = Client()
        client.force_login(self.people[part])
        return client


@pytest.fixture
def stage(db) -> Stage:
    people = {part: make_staff(part) for part in PARTS}
    people["admin"] = make_user("admin", is_staff=True, is_superuser=True)
    group = make_group("team", people["reader"], people["mate"], people["owner"])
    sources = {
        kind: make(f"{kind}-sentinel", owner=people["owner"]) for kind, make in KINDS.items()
    }
    for source in sources.values():
        grant(source, people["reader"], READ)
        grant(source, people["writer"], WRITE)
    return Stage(sources, people, group)


def make_staff(name: str) -> User:
    """Staff with every permission that Django knows, except being an admin."""
    return give_every_model_permission(make_user(name, is_staff=True, last_name=f"Ms-{name}"))


@pytest.fixture
def public(db):
    """A collection that everybody signed in can read."""
    return make_collection("public-notes", visibility=Visibility.PUBLIC)


@pytest.fixture
def collection(stage):
    return stage.sources["collection"]
