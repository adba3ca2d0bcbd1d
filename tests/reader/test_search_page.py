import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import CollectionFactory, write_document
from tests.reader.pages import main_of, text_of

HTMX = {"HX-Request": "true"}


@pytest.mark.django_db
def test_a_plain_form_finds_a_document_and_leads_to_the_section(client, handbook):
    page = client.get("/search", {"q": "configure workers"})
    assert page.status_code == 200
    assert 'href="/docs/Handbook/guides/setup.md#setting-up"' in main_of(page)
    assert "<mark>Configure</mark> the <mark>workers</mark>" in main_of(page)


@pytest.mark.django_db
def test_htmx_gets_the_same_results_without_the_frame(client, handbook):
    whole = client.get("/search", {"q": "rollback"})
    part = client.get("/search", {"q": "rollback"}, headers=HTMX)
    assert "<html" not in part.content.decode()
    hits = '<ol class="hits"'
    ours = main_of(whole).partition(hits)[2].partition("</ol>")[0]
    theirs = part.content.decode().partition(hits)[2].partition("</ol>")[0]
    assert ours == theirs
    assert "HX-Request" in part["Vary"]


@pytest.mark.django_db
@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_restored_history_and_boosts_get_whole_pages(client, handbook, header):
    page = client.get("/search", {"q": "rollback"}, headers=HTMX | {header: "true"})
    assert "<html" in page.content.decode()


@pytest.mark.django_db
def test_the_answer_says_why_and_what_is_missing(client, handbook):
    words = text_of(client.get("/search", {"q": "rollback"}))
    assert "Handbook · " not in words
    assert "Collection guides/rollback.md Updated just now" in words
    assert "Vectors are ready for 0 of " in words


@pytest.mark.django_db
def test_a_source_narrows_the_search(client, writer, handbook):
    other = CollectionFactory(name="Other", owner=writer)
    write_document(other, "rollback.md", "# Rollback elsewhere\n")
    page = client.get("/search", {"q": "rollback", "source": "collection:Other"})
    assert "Rollback elsewhere" in text_of(page)
    assert "guides/rollback.md" not in text_of(page)


@pytest.mark.django_db
def test_an_empty_result_says_where_was_searched_and_offers_to_widen(client, writer, handbook):
    CollectionFactory(name="Bare", owner=writer)
    page = client.get("/search", {"q": "rollback", "source": "collection:Bare"})
    assert "Nothing found for “ rollback ”" in text_of(page)
    assert "Searched in Bare : 0 passages" in text_of(page)
    assert 'href="/search?q=rollback">Search everywhere' in main_of(page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "question",
    [
        {"q": "x" * 1001},
        {"q": "null\x00byte"},
        {"q": "words", "source": "collection:Sentinel plans"},
        {"q": "words", "source": "collection:No such"},
        {"q": "words", "limit": "1000000"},
        {"q": "words", "limit": "many"},
    ],
)
def test_what_is_wrong_with_a_question_is_told_in_place(client, handbook, secrets, question):
    page = client.get("/search", question)
    assert page.status_code == 422
    assert page.context["outcome"].error in text_of(page)
    assert 'name="q"' in main_of(page)


@pytest.mark.django_db
def test_a_hidden_source_is_answered_like_a_missing_one(client, handbook, secrets):
    hidden = client.get("/search", {"q": "words", "source": "collection:Sentinel%20plans"})
    missing = client.get("/search", {"q": "words", "source": "collection:No%20plans"})
    assert text_of(hidden) == text_of(missing)


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["'\";--", "%_\\", "<script>alert(1)</script>", "()&|!:*", "🙂"])
def test_nothing_that_can_be_typed_breaks_the_page(client, handbook, query):
    page = client.get("/search", {"q": query})
    assert page.status_code == 200
    assert "<script>alert" not in main_of(page)


@pytest.mark.django_db
def test_a_blank_question_is_an_invitation(client, handbook):
    assert "Type a question" in text_of(client.get("/search"))
    assert "Type a question" in text_of(client.get("/search", {"q": "  "}))


@pytest.mark.django_db
def test_more_hits_cost_no_more_queries(client, writer):
    collection = CollectionFactory(name="Many", owner=writer)
    counts = []
    for size in (1, 3):
        for number in range(size):
            write_document(collection, f"{size}-{number}.md", f"# Gearbox {size} {number}\n")
        with CaptureQueriesContext(connection) as captured:
            page = client.get("/search", {"q": "gearbox"})
        assert len(page.context["outcome"].results) == {1: 1, 3: 4}[size]
        counts.append(len(captured))
    assert counts[0] == counts[1]
