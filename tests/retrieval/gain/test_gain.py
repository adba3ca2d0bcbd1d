from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import F

from apps.access.errors import InvalidRequestError
from apps.access.principals import operator
from apps.collections.models import Document
from apps.retrieval.gain.crediting import credit
from apps.retrieval.gain.report import report_gain
from apps.retrieval.models import DocumentSize, GainSession, TokenGain
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest
from apps.retrieval.reading import read_chunk, read_mark
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from apps.text.tokens import count_tokens
from tests.cast import with_token
from tests.retrieval.conftest import fill

pytestmark = pytest.mark.django_db

LONG = "# Pump\n\nPrime the pump.\n\n" + "".join(
    f"## Part {n}\n\n{'Words about nothing at all. ' * 40}\n\n" for n in range(9)
)


@pytest.fixture
def shelf(make_collection, reader):
    return make_collection("pumps", {"pump.md": LONG}, owner=reader)


def ask(user, query="prime the pump", **options):
    answer = search(user=user, request=SearchRequest(query, **options))
    credit(user=user, answer=answer.as_dict())
    return answer


def test_a_search_saves_what_the_files_have_more_than_its_snippets(shelf, reader):
    answer = ask(reader)
    served = sum(count_tokens(hit.snippet) for hit in answer.results)
    row = TokenGain.objects.get()
    assert (row.user, row.token, row.source_id, row.calls) == (reader, None, shelf.pk, 1)
    assert (row.served, row.whole) == (served, count_tokens(LONG))


def test_a_document_counts_once_in_a_call_and_calls_add_up(shelf, reader):
    assert len(ask(reader, top_k=5).results) > 1
    ask(reader, top_k=5)
    row = TokenGain.objects.get()
    assert (row.calls, row.whole) == (2, 2 * count_tokens(LONG))


def test_sections_chunks_and_packs_are_credited(shelf, reader):
    hit = ask(reader).results[0]
    before = TokenGain.objects.get().served
    answers = [
        read_mark(user=reader, mark="collection:pumps/pump.md#part-3").as_dict(),
        read_chunk(user=reader, chunk_id=hit.chunk_id).as_dict(),
        make_pack(user=reader, request=PackRequest("prime the pump")).as_dict(),
        {"mark": "collection:pumps/pump.md", "content": "Some of it."},
    ]
    for number, answer in enumerate(answers, start=2):
        credit(user=reader, answer=answer)
        row = TokenGain.objects.get()
        assert (row.calls, row.served > before) == (number, True)
        before = row.served


@pytest.mark.parametrize(
    "answer",
    [
        {"results": []},
        {"error": {"code": "NOT_FOUND"}},
        {"content": "x", "mark": "collection:nowhere/a.md"},
        {"content": "x", "mark": "no mark"},
        {"content": ""},
        {"results": [{"document_id": "", "snippet": "def f"}], "entries": [{"mark": "x"}]},
    ],
)
def test_what_is_empty_or_failed_is_credited_nothing(shelf, reader, answer):
    credit(user=reader, answer=answer)
    assert not TokenGain.objects.exists()


def test_a_version_is_counted_once(shelf, reader, django_assert_num_queries):
    ask(reader)
    size = DocumentSize.objects.get()
    assert (size.document_id, size.tokens) == (Document.objects.get().pk, count_tokens(LONG))
    answer = search(user=reader, request=SearchRequest("prime the pump"))
    # One statement for sizes and sums, and the two of the savepoint.
    with django_assert_num_queries(3):
        credit(user=reader, answer=answer.as_dict())
    fill(shelf, {"pump.md": LONG + "\nMore.\n"})
    ask(reader)
    assert DocumentSize.objects.get().tokens == count_tokens(LONG + "\nMore.\n")


def test_a_report_sums_by_source_token_and_day(shelf, make_collection, reader):
    make_collection("valves", {"valve.md": "# Valve\n\nA valve of the pump.\n"}, owner=reader)
    ask(reader)
    ask(with_token(reader, name="laptop"))
    report = report_gain(user=reader)
    assert {one.mark for one in report.sources} == {"collection:pumps", "collection:valves"}
    assert {one.label for one in report.tokens} == {"laptop", "In the browser"}
    assert [one.saved_tokens for one in report.days] == [report.saved_tokens]
    assert report.saved_tokens == report.file_tokens - report.served_tokens > 0
    assert 0 < report.saved_percent < 100


def test_periods_end_where_they_say(shelf, reader):
    ask(reader)
    for days, found in ((0, (1, 1, 1)), (1, (0, 1, 1)), (7, (0, 0, 1))):
        TokenGain.objects.update(day=F("day") - timedelta(days=days))
        periods = ("today", "week", "all")
        assert tuple(report_gain(user=reader, period=one).calls for one in periods) == found
        TokenGain.objects.update(day=F("day") + timedelta(days=days))
    with pytest.raises(InvalidRequestError):
        report_gain(user=reader, period="year")


def test_a_session_ends_after_half_an_hour_without_a_call(shelf, reader):
    ask(reader)
    ask(reader)
    assert report_gain(user=reader, period="session").calls == 2
    GainSession.objects.update(last_at=F("last_at") - timedelta(minutes=31))
    assert report_gain(user=reader, period="session").calls == 0
    ask(reader)
    assert report_gain(user=reader, period="session").calls == 1
    laptop = with_token(reader)
    assert report_gain(user=laptop, period="session").calls == 0


def test_a_source_that_is_no_longer_readable_has_no_name(shelf, reader):
    ask(reader)
    shelf.owner = None
    shelf.save()
    report = report_gain(user=reader)
    assert report.sources == ()
    assert report.saved_tokens > 0


def test_each_person_has_their_own_sums(shelf, reader):
    ask(reader)
    ask(operator())
    assert report_gain(user=reader).calls == 1
    assert TokenGain.objects.filter(user=None).count() == 1
    assert report_gain(user=AnonymousUser()).calls == 0
