"""Whatever the task and the budget: never over it, nothing cut through, twice the same."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.access.errors import BudgetTooSmallError
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest
from apps.text.parse import parse_document
from apps.text.tokens import count_tokens
from tests.retrieval.packs.corpus import PAGES, WORDS

pytestmark = pytest.mark.django_db

PARSED = [parse_document(text, name=name) for name, text in PAGES.items() if name.endswith(".md")]
TABLES = [table.rows for page in PARSED for table in page.tables]
FENCES = [block.content for page in PARSED for block in page.code_blocks]
WRITABLE = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TASKS = st.lists(
    st.sampled_from(WORDS) | st.text(WRITABLE, max_size=12), min_size=1, max_size=8
).map(" ".join)
TASKS = TASKS.filter(str.strip)


@pytest.fixture
def shelf(make_collection, reader):
    return make_collection("harbour", PAGES, owner=reader)


@settings(
    max_examples=15,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(task=TASKS, max_tokens=st.integers(200, 20_000) | st.integers(200, 900))
def test_no_pack_exceeds_its_budget_or_cuts_through_a_block(shelf, reader, task, max_tokens):
    request = PackRequest(task, max_tokens)
    try:
        pack = make_pack(user=reader, request=request)
    except BudgetTooSmallError:
        assert max_tokens < 900
        return
    assert pack.tokens == count_tokens(pack.markdown) <= max_tokens
    parsed = parse_document(pack.markdown, name="pack.md")
    levels = [heading.level for heading in parsed.headings]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert levels.count(2) == len(pack.entries)
    assert all(table.rows in TABLES for table in parsed.tables)
    assert all(one.content in FENCES for one in parsed.code_blocks if one.language == "sh")
    assert make_pack(user=reader, request=request) == pack
