import pytest

from apps.access.errors import ForbiddenError
from apps.retrieval.golden.suggesting import suggest_answers
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def test_documents_stand_in_the_order_of_their_best_passages(words_only, admin, runbooks):
    parts = (f"## Part {number}\n\n{'writers ' * number} and words.\n" for number in range(1, 9))
    write_document(runbooks, "writers.md", "# Writers\n\n" + "\n".join(p * 40 for p in parts))
    hits = search(user=admin, request=SearchRequest("stop the writers", top_k=48)).results
    order = list(dict.fromkeys(hit.mark.split("#")[0] for hit in hits))
    found = [one.mark for one in suggest_answers(user=admin, words="stop the writers")]
    assert len(hits) > len(order) == 2
    assert found == order


def test_only_admins_are_offered_any(words_only, ann, runbooks):
    with pytest.raises(ForbiddenError):
        suggest_answers(user=ann, words="writers")
