import dataclasses
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import operator
from apps.collections.models import Document
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.retrieval.conftest import run_jobs

pytestmark = pytest.mark.django_db

RUNBOOKS = {
    "database.md": "# Restore the database\n\nStop the writers, then restore the last snapshot.\n",
    "cache.md": "# Empty the cache\n\nFlush the keys of one tenant with `cache_tool --tenant`.\n",
    "oncall.md": "# On-call\n\n## Hand over\n\nTell the next person what is still open.\n",
}


def keys(answer):
    return [hit.source_key for hit in answer.results]


def ask(user, query, **options):
    return search(user=user, request=SearchRequest(query, **options))


def test_words_are_found_before_any_vector_exists_and_the_answer_says_so(make_collection, reader):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    answer = ask(reader, "restore a snapshot")
    assert keys(answer)[0] == "database.md"
    assert [one.code for one in answer.degraded] == ["VECTORS_PENDING"]
    assert "0 of 3" in answer.degraded[0].message


def test_with_all_vectors_nothing_is_degraded_and_both_streams_are_shown(make_collection, reader):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    run_jobs()
    answer = ask(reader, "restore the snapshot")
    assert answer.degraded == ()
    assert set(answer.results[0].streams) == {"lexical", "dense"}


def test_an_exact_title_or_heading_comes_first(make_collection, reader):
    changelog = (
        "# Changes\n\n" + "The cache is fast now. Empty entries in the cache are gone. " * 200
    )
    make_collection("runbooks", {**RUNBOOKS, "changelog.md": changelog}, owner=reader)
    assert keys(ask(reader, "empty the CACHE"))[0] == "cache.md"
    assert keys(ask(reader, "hand over"))[0] == "oncall.md"


@pytest.mark.parametrize("query", ["cache_tool", "--tenant", "cache tool", "`cache_tool`"])
def test_identifiers_are_found_whole_and_in_parts(make_collection, reader, query):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    assert keys(ask(reader, query))[0] == "cache.md"


def test_part_of_a_chinese_sentence_is_found(make_collection, reader):
    make_collection("wiki", {"a.md": "# 部署\n\n我们使用蓝绿部署策略。\n"}, owner=reader)
    assert keys(ask(reader, "蓝绿部署")) == ["a.md"]


def test_a_stranger_finds_nothing_and_learns_no_count(make_collection, reader):
    make_collection("runbooks", RUNBOOKS)
    answer = ask(reader, "restore the database")
    assert (answer.results, answer.searched, answer.total_tokens) == ((), 0, 0)
    assert ask(AnonymousUser(), "restore the database").results == ()


def test_a_hidden_source_mark_and_a_missing_one_raise_the_same_error(make_collection, reader):
    make_collection("runbooks", RUNBOOKS)
    messages = set()
    for mark in ("collection:runbooks", "collection:nothing", "collection:runbooks/cache.md"):
        with pytest.raises(NotFoundError) as caught:
            ask(reader, "cache", sources=(mark,))
        messages.add(caught.value.message)
    assert len(messages) == 1


def test_sources_narrow_the_search_to_collections_and_documents(make_collection, reader):
    make_collection("one", RUNBOOKS, owner=reader)
    make_collection("two", {"cache.md": "# Cache\n\nThe cache again.\n"}, owner=reader)
    hits = ask(reader, "cache", sources=("collection:two",)).results
    assert [hit.mark for hit in hits] == ["collection:two/cache.md#cache"]
    chosen = ("collection:one/oncall.md", "collection:two")
    found = {hit.mark for hit in ask(reader, "cache hand over open", sources=chosen).results}
    assert found == {"collection:two/cache.md#cache", "collection:one/oncall.md#on-call"}


def test_time_filters_use_the_time_of_the_last_edit(make_collection, reader):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    now = timezone.now()
    assert ask(reader, "cache", since=now + timedelta(minutes=1)).results == ()
    assert ask(reader, "cache", as_of=now - timedelta(minutes=1)).results == ()
    assert keys(ask(reader, "cache", until=now + timedelta(minutes=1)))[0] == "cache.md"


@pytest.mark.parametrize(
    "query",
    [
        "x or and or y",
        "John <j@x.y>",
        "'\":*",
        "((",
        "a & | !",
        "the of and",
        "\\",
        "'; DROP TABLE passages; --",
        "%s %(name)s {}",
        "word " * 190,
        "🙂",
    ],
)
def test_no_question_breaks_the_query_parser(make_collection, reader, query):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    run_jobs()
    assert ask(reader, query).searched == 3


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("query", {"query": "   "}),
        ("query", {"query": "x" * 1001}),
        ("query", {"query": "nul \x00"}),
        ("query", {"query": "lone \ud800"}),
        ("top_k", {"top_k": 0}),
        ("top_k", {"top_k": 101}),
        ("snippet_chars", {"snippet_chars": 79}),
        ("mode", {"mode": "wiki"}),
    ],
)
def test_values_out_of_bounds_are_named(db, field, options):
    with pytest.raises(InvalidRequestError) as caught:
        search(user=operator(), request=SearchRequest(**{"query": "x", **options}))
    assert [one.field for one in caught.value.field_errors] == [field]


def test_the_same_question_gives_the_same_answer(make_collection, reader):
    make_collection(
        "many", {f"{n}.md": "# Same\n\nThe same text.\n" for n in range(20)}, owner=reader
    )
    first, second = (ask(reader, "same text").as_dict() for _ in range(2))
    assert first == second


def test_a_provider_that_is_away_leaves_the_words_and_is_named(make_collection, reader, hashing):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    run_jobs()
    hashing.is_away = True
    answer = ask(reader, "restore the snapshot")
    hashing.is_away = False
    assert keys(answer)[0] == "database.md"
    assert [one.code for one in answer.degraded] == ["PROVIDER_FAILED"]


def test_without_a_provider_the_words_are_searched(make_collection, reader, switch_model):
    switch_model("none")
    make_collection("runbooks", RUNBOOKS, owner=reader)
    answer = ask(reader, "restore the snapshot")
    assert keys(answer)[0] == "database.md"
    assert [one.code for one in answer.degraded] == ["OFF"]


def test_a_replaced_document_is_found_by_its_new_words_only(make_collection, reader):
    from tests.retrieval.conftest import fill

    collection = make_collection("runbooks", RUNBOOKS, owner=reader)
    fill(collection, {"cache.md": "# Warm the cache\n\nPreload everything.\n"})
    assert keys(ask(reader, "preload"))[0] == "cache.md"
    assert "cache.md" not in keys(ask(reader, "tenant flush"))


def test_hits_carry_only_whole_documented_fields(make_collection, reader):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    hit = ask(reader, "hand over").results[0].as_dict()
    assert (hit["mark"], hit["source"]) == (
        "collection:runbooks/oncall.md#on-call",
        "collection:runbooks",
    )
    assert hit["heading_path"] == ["On-call"]
    assert hit["provenance"]["label"] == "runbooks"
    assert (
        hit["provenance"]["edited_at"]
        == Document.objects.get(source_key="oncall.md").content_updated_at.isoformat()
    )


def test_searching_costs_the_same_number_of_queries_for_one_hit_and_for_many(
    make_collection, reader, django_assert_num_queries
):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    make_collection("runbooks", RUNBOOKS, owner=reader)
    counts = []
    for top_k in (1, 3):
        with CaptureQueriesContext(
            connection,
        ) as captured:
            ask(reader, "the cache database restore open", top_k=top_k)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_huge_block_is_found_by_its_words(make_collection, reader):
    words = " ".join(f"value{n}" for n in range(60_000))
    make_collection("big", {"big.md": f"# Big\n\n```\n{words}\n```\n"}, owner=reader)
    assert keys(ask(reader, "value123")) == ["big.md"]


def test_limits_follow_the_settings(make_collection, reader, settings):
    limits = dataclasses.replace(settings.PRESSMARK.limits, query_chars=5)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, limits=limits)
    with pytest.raises(InvalidRequestError):
        ask(reader, "longer than five")


@pytest.mark.parametrize(
    ("name", "table"),
    [("lexical", "lexical_postings"), ("dense", "passage_vectors")],
)
def test_a_stream_that_the_database_fails_is_told_and_the_rest_answers(
    make_collection, reader, name, table
):
    make_collection("runbooks", RUNBOOKS, owner=reader)
    run_jobs()
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {table} RENAME TO gone")
    answer = ask(reader, "restore the snapshot")
    assert [(one.stream, one.code) for one in answer.degraded] == [(name, "STREAM_FAILED")]
    assert keys(answer)[0] == "database.md"
