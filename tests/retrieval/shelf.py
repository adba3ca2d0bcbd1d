"""A small shelf that questions are asked of, by words alone."""

import dataclasses

import pytest

from apps.access.principals import operator
from apps.collections.catalogue import create_collection
from tests.cast import make_user
from tests.factories import write_document


@pytest.fixture
def words_only(settings):
    """No vectors: what is tested here does not depend on them."""
    options = dataclasses.replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)


@pytest.fixture
def ann(db):
    return make_user("ann")


@pytest.fixture
def admin(db):
    return make_user("admin", is_superuser=True, is_staff=True)


@pytest.fixture
def runbooks(ann):
    collection = create_collection(user=operator(), name="Runbooks", owner=ann)
    write_document(collection, "restore.md", "# Restore the database\n\nStop the writers first.\n")
    write_document(collection, "renew.md", "# Renew certificates\n\nAsk the authority.\n")
    return collection
