import dataclasses

import pytest

from apps.access.context import RequestContext, current_context
from apps.access.principals import operator
from apps.collections.catalogue import create_collection
from tests.cast import make_user
from tests.factories import write_document


@pytest.fixture(autouse=True)
def words_only(settings):
    """No vectors: what is tested here does not depend on them."""
    options = dataclasses.replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)


@pytest.fixture
def ann(db):
    return make_user("ann")


@pytest.fixture
def runbooks(ann):
    collection = create_collection(user=operator(), name="Runbooks", owner=ann)
    write_document(collection, "restore.md", "# Restore the database\n\nStop the writers first.\n")
    write_document(collection, "renew.md", "# Renew certificates\n\nAsk the authority.\n")
    return collection


@pytest.fixture
def through():
    """Pretend that what follows comes through a surface."""
    tokens = []

    def enter(surface):
        tokens.append(current_context.set(RequestContext("r", surface)))

    yield enter
    for token in reversed(tokens):
        current_context.reset(token)
