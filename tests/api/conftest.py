from dataclasses import replace

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from apps.access.models import User
from apps.collections.models import Collection
from tests.api.clients import token_client
from tests.factories import CollectionFactory, UserFactory


@pytest.fixture(autouse=True)
def _no_counted_requests():
    """Request rates count in the cache, which outlives a test."""
    cache.clear()


@pytest.fixture
def owner(db) -> User:
    return UserFactory(username="olive")


@pytest.fixture
def stranger(db) -> User:
    return UserFactory(username="sam")


@pytest.fixture
def collection(owner) -> Collection:
    return CollectionFactory(name="Runbooks", owner=owner)


@pytest.fixture
def client(owner) -> APIClient:
    """The owner, with a token of every scope."""
    return token_client(owner)


@pytest.fixture
def visitor() -> APIClient:
    """Somebody who has not signed in."""
    return APIClient()


@pytest.fixture
def public_reading(settings):
    """A deployment that shows public sources to visitors."""
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=True)


@pytest.fixture
def small_documents(settings):
    """A deployment that takes documents of at most a thousand bytes."""
    limits = replace(settings.PRESSMARK.limits, document_bytes=1000)
    settings.PRESSMARK = replace(settings.PRESSMARK, limits=limits)
