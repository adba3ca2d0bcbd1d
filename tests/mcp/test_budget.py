import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import BudgetTooSmallError
from apps.mcp.budget import check_budget, fit_items
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.replies import Reply
from apps.text.tokens import count_tokens
from tests.mcp.conftest import agent_for, fill


def listing(items):
    return Reply({"items": list(items)}, "\n".join(items))


def test_the_count_is_that_of_all_that_is_sent():
    reply = Reply({"a": "Übergröße"}, "Übergröße\n")
    sent = {
        "content": [{"type": "text", "text": "Übergröße\n"}],
        "structuredContent": {"a": "Übergröße"},
        "isError": False,
    }
    assert reply.tokens == count_tokens(json.dumps(sent, ensure_ascii=False))


@given(st.lists(st.text(max_size=30), max_size=30), st.integers(1, 400))
def test_the_longest_prefix_that_fits_is_kept(items, budget):
    try:
        reply = fit_items(items, budget, listing)
    except BudgetTooSmallError:
        assert listing(items[:1]).tokens > budget
        return
    kept = len(reply.structured["items"])
    assert reply.structured["items"] == items[:kept]
    assert reply.tokens <= budget
    if kept < len(items):
        assert kept > 0
        assert listing(items[: kept + 1]).tokens > budget


def test_a_reply_over_its_budget_is_refused():
    reply = Reply({}, "one two three")
    check_budget(reply, reply.tokens)
    with pytest.raises(BudgetTooSmallError):
        check_budget(reply, reply.tokens - 1)


def page_reply(page: TextPage) -> Reply:
    return Reply({"content": page.content, "next": page.next_cursor}, page.content)


@given(st.text(st.characters(codec="utf-8"), max_size=3000), st.integers(200, 900))
def test_pages_keep_the_budget_and_add_up_to_the_text(text, budget):
    pages, cursor = [], None
    while True:
        try:
            reply = fit_page(text, cursor, budget, page_reply)
        except BudgetTooSmallError:
            # Control characters are escaped in JSON and cost several tokens each.
            assert budget < 500
            return
        assert reply.tokens <= budget
        pages.append(reply.structured["content"])
        cursor = reply.structured["next"]
        if cursor is None:
            break
    assert "".join(pages) == text


def test_a_page_ends_after_a_line():
    text = "A line of words.\n" * 500
    reply = fit_page(text, None, 600, page_reply)
    assert reply.structured["content"].endswith(".\n")
    assert 200 < reply.tokens <= 600


@pytest.fixture
def many(db, ann):
    """An agent that can read sixty pages about snapshots, each of some length."""
    text = "# Page {0}\n\n" + "The snapshot of {0} is kept for a while. " * 30
    fill("Many", {f"page-{n:02}.md": text.format(n) for n in range(60)}, owner=ann)
    return agent_for(ann)


@pytest.mark.django_db
@pytest.mark.parametrize("budget", [1500, 3000, 8000, 20000])
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("retrieve", {"query": "snapshot", "top_k": 100, "snippet_chars": 4000}),
        ("collection_search", {"collection": "Many", "query": "snapshot", "top_k": 100}),
        ("collection_document", {"mark": "collection:Many/page-01.md"}),
        ("outline", {"mark": "collection:Many"}),
        ("collections", {}),
    ],
)
def test_no_answer_is_over_its_budget(many, tool, arguments, budget):
    result = many.call(tool, **arguments, max_tokens=budget)
    assert result["isError"] is False
    assert count_tokens(json.dumps(result, ensure_ascii=False)) <= budget


@pytest.mark.django_db
def test_a_search_that_was_cut_says_so_and_counts_what_is_left(many):
    whole = many.call("retrieve", query="snapshot", top_k=20, max_tokens=20000)
    cut = many.call("retrieve", query="snapshot", top_k=20, max_tokens=3000)
    all_hits = whole["structuredContent"]["results"]
    kept = cut["structuredContent"]["results"]
    assert 0 < len(kept) < len(all_hits)
    assert kept == all_hits[: len(kept)]
    assert cut["structuredContent"]["truncated"] is True
    assert cut["structuredContent"]["total_tokens"] < whole["structuredContent"]["total_tokens"]
    assert f"{len(all_hits) - len(kept)} more results" in cut["content"][0]["text"]


@pytest.mark.django_db
def test_an_outline_comes_in_pages_that_add_up(many):
    marks, cursor = [], {}
    while True:
        page = many.call("outline", mark="collection:Many", max_tokens=900, **cursor)
        page = page["structuredContent"]
        marks += [one["mark"] for one in page["items"]]
        if not page["truncated"]:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert marks == [f"collection:Many/page-{n:02}.md" for n in range(60)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("retrieve", {"query": "snapshot"}),
        ("collection_document", {"mark": "collection:Many/page-01.md"}),
        ("collections", {}),
    ],
)
def test_a_budget_for_nothing_names_what_is_needed(many, tool, arguments):
    error = many.error(tool, **arguments, max_tokens=5)
    assert error["code"] == "BUDGET_TOO_SMALL"
    needed = int("".join(filter(str.isdigit, error["message"])))
    assert many.call(tool, **arguments, max_tokens=needed)["isError"] is False


@pytest.mark.django_db
@pytest.mark.parametrize("budget", [0, -1, 20001, 10**12, "many"])
def test_a_budget_out_of_bounds_is_told(many, budget):
    error = many.error("collections", max_tokens=budget)
    assert error["field_errors"][0]["field"] == "max_tokens"
