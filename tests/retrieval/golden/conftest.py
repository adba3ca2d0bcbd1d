import pytest

from apps.retrieval.golden.keeping import keep_question
from tests.retrieval.shelf import admin, ann, runbooks, words_only

__all__ = ["admin", "ann", "runbooks", "words_only"]
RESTORE, RENEW = "collection:Runbooks/restore.md", "collection:Runbooks/renew.md"


@pytest.fixture
def keep(admin, runbooks):
    """Keep a golden question as an admin."""

    def keep_it(question, *marks, **values):
        return keep_question(user=admin, question=question, marks=marks, **values)

    return keep_it
