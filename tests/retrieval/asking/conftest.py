import pytest

from apps.access.context import RequestContext, current_context
from tests.retrieval.shelf import admin, ann, runbooks, words_only

__all__ = ["admin", "ann", "runbooks", "words_only"]


@pytest.fixture(autouse=True)
def _without_vectors(words_only):
    """Words alone."""


@pytest.fixture
def through():
    """Pretend that what follows comes through a surface."""
    tokens = []

    def enter(surface):
        tokens.append(current_context.set(RequestContext("r", surface)))

    yield enter
    for token in reversed(tokens):
        current_context.reset(token)
