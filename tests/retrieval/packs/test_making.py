import dataclasses

import pytest
from django.core.management import CommandError, call_command

from apps.access.errors import BudgetTooSmallError, InvalidRequestError, NotFoundError
from apps.access.principals import operator
from apps.retrieval.models import AskedQuestion
from apps.retrieval.packs.making import fit_pack, make_pack
from apps.retrieval.packs.request import PackRequest
from apps.text.tokens import count_tokens
from tests.retrieval.conftest import run_jobs
from tests.retrieval.packs.corpus import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf(make_collection, reader):
    return make_collection("harbour", PAGES, owner=reader)


def make(user, task="light a lamp", max_tokens=8000, **options):
    return make_pack(user=user, request=PackRequest(task, max_tokens, **options))


def test_a_pack_tells_where_everything_stands_and_what_it_costs(shelf, reader):
    pack = make(reader)
    assert pack.tokens == count_tokens(pack.markdown)
    first = pack.entries[0]
    assert (first.reason, first.mark) == ("seed", "collection:harbour/lights/lamps.md#lamps")
    assert first.source == "collection:harbour"
    assert f"`{first.mark}`, lines {first.start_line} to" in pack.markdown
    head = count_tokens("# Context: light a lamp\n\n")
    assert sum(one.tokens for one in pack.entries) + head == pack.tokens


def test_scores_fall_and_lie_between_nothing_and_one(shelf, reader):
    scores = [one.score for one in make(reader).entries]
    assert scores == sorted(scores, reverse=True)
    assert all(0.25 <= score <= 1 for score in scores)


def test_what_stands_beside_and_what_is_linked_comes_in_with_its_reason(make_collection, reader):
    pages = {
        "a/start.md": "# Start the pump\n\nFirst prime it, as in [priming](../b/prime.md#air).\n",
        "a/beside.md": "# Valves\n\nThree of them.\n",
        "b/prime.md": "# Priming\n\nWords.\n\n## Air\n\nLet the air out.\n",
        "c/far.md": "# Far away\n\nNothing.\n",
    }
    make_collection("pumps", pages, owner=reader)
    run_jobs("resolve_links")
    pack = make(reader, "start the pump")
    found = {one.mark.split("/", 1)[1].split("#")[0]: one for one in pack.entries}
    reasons = {key: (one.reason.value, one.why) for key, one in found.items()}
    assert reasons == {
        "a/start.md": ("seed", found["a/start.md"].why),
        "a/beside.md": ("neighbour", "In the folder of a/start.md"),
        "b/prime.md": ("link", "Linked from a/start.md"),
    }
    assert "Let the air out." in pack.markdown


def test_what_is_linked_by_label_comes_in_from_the_section_of_the_label(make_collection, reader):
    long = "Words about nothing at all. " * 200
    pages = {
        "a/start.md": "# Start the pump\n\nFirst prime it, as in {ref}`priming <air>`.\n",
        "b/prime.rst": f"Priming\n=======\n\n{long}\n\n"
        f".. _Air:\n\nVents\n-----\n\nLet it out.\n\n{long}",
    }
    make_collection("pumps", pages, owner=reader)
    run_jobs("resolve_links")
    linked = [one for one in make(reader, "start the pump").entries if one.why[:6] == "Linked"]
    assert [one.mark.split("/", 1)[1] for one in linked] == ["b/prime.rst#vents"]


def test_copies_are_left_out_and_named(shelf, reader):
    pack = make(reader, "the keeper counts every wick")
    texts = {one.mark for one in pack.entries} & {
        "collection:harbour/ledger.md#ledger",
        "collection:harbour/copy.md#copy",
    }
    assert len(texts) == 1
    assert [
        one.why.value for one in pack.omitted if "ledger" in one.mark or "copy" in one.mark
    ] == ["duplicate"]


def test_what_does_not_fit_is_cut_between_blocks_and_says_where_it_goes_on(shelf, reader):
    pack = make(reader, "grades of oil", 300)
    cut = [one for one in pack.entries if one.content_truncated]
    assert len(cut) == 1
    assert cut[0].next_mark == f"chunk:{cut[0].chunk_id}"
    assert f"it goes on at line {cut[0].end_line + 1}: `{cut[0].next_mark}`" in pack.markdown
    assert pack.tokens <= 300


def test_a_budget_for_nothing_is_a_typed_error_that_names_what_is_needed(shelf, reader):
    with pytest.raises(BudgetTooSmallError, match=r"takes \d+ tokens") as caught:
        make(reader, "grades of oil", 10)
    needed = int("".join(filter(str.isdigit, caught.value.message)))
    assert make(reader, "grades of oil", needed).entries


def test_nothing_found_is_no_error(shelf, reader):
    pack = make(reader, "xylophone")
    assert (pack.entries, pack.omitted) == ((), ())
    assert "Nothing was found" in pack.markdown
    with pytest.raises(BudgetTooSmallError):
        make(reader, "xylophone", 5)


def test_sources_narrow_a_pack_and_hidden_ones_are_missing(shelf, make_collection, reader):
    make_collection("attic", {"lamp.md": "# A lamp\n\nOld.\n"})
    assert {one.source for one in make(reader).entries} == {"collection:harbour"}
    pack = make(reader, sources=("collection:harbour/lights/oil.md",))
    assert pack.entries[0].mark.startswith("collection:harbour/lights/oil.md")
    with pytest.raises(NotFoundError):
        make(reader, sources=("collection:attic",))


def test_a_hidden_source_changes_nothing_in_the_pack(shelf, make_collection, reader):
    before = make(reader).as_dict()
    make_collection("attic", {"lights/lamp.md": "# Light a lamp\n\nOld.\n"})
    assert make(reader).as_dict() == before


def test_the_floor_is_a_setting(shelf, reader, settings):
    low = make(reader)
    packs = dataclasses.replace(settings.PRESSMARK.packs, floor=0.9)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, packs=packs)
    high = make(reader)
    assert len(high.entries) < len(low.entries)
    assert {one.why.value for one in high.omitted if one.score < 0.9} == {"floor"}


@pytest.mark.parametrize(
    ("task", "tokens", "field"),
    [
        *(("", 9, "task"), ("x" * 1001, 9, "task"), ("a\0", 9, "task"), ("\ud800", 9, "task")),
        *(("x", 0, "max_tokens"), ("x", 10**9, "max_tokens")),
    ],
)
def test_what_cannot_be_asked_is_refused_by_field(db, task, tokens, field):
    with pytest.raises(InvalidRequestError) as caught:
        make(operator(), task, tokens)
    assert [one.field for one in caught.value.field_errors] == [field]


def test_a_pack_fits_whatever_is_made_of_it(shelf, reader):
    request = PackRequest("light a lamp", 1500)
    pack = fit_pack(user=reader, request=request, size_of=lambda pack: 2 * pack.tokens + 200)
    assert 300 < pack.tokens <= 650
    with pytest.raises(BudgetTooSmallError):
        fit_pack(user=reader, request=request, size_of=lambda _: 5000)


def test_the_command_prints_the_pack(shelf, reader, capsys):
    call_command("pack", "light a lamp", user=reader.username, max_tokens=2000)
    out = capsys.readouterr()
    assert out.out == make(reader, max_tokens=2000).markdown
    assert "of 2000 tokens" in out.err
    with pytest.raises(CommandError, match="takes"):
        call_command("pack", "light a lamp", user=reader.username, max_tokens=9)
    with pytest.raises(CommandError, match="no user"):
        call_command("pack", "light a lamp", user="nobody")


def test_the_query_log_knows_of_packs(shelf, reader):
    make(reader)
    make(reader, "xylophone")
    with pytest.raises(BudgetTooSmallError):
        make(reader, max_tokens=9)
    rows = AskedQuestion.objects.order_by("pk").values_list("kind", "status", "error_code")
    assert list(rows) == [
        ("context", "ok", ""),
        ("context", "empty", ""),
        ("context", "error", "BUDGET_TOO_SMALL"),
    ]
