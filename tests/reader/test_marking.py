import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.reader.marking import mark_terms
from apps.reader.results import plain


@pytest.mark.parametrize(
    ("text", "terms", "marked"),
    [
        ("Reset the token", ("token",), "Reset the <mark>token</mark>"),
        ("Tokens and tokeniser", ("token",), "<mark>Tokens</mark> and <mark>tokeniser</mark>"),
        ("configuring it", ("configure",), "<mark>configuring</mark> it"),
        ("the use of use-case", ("use",), "the <mark>use</mark> of <mark>use</mark>-case"),
        ("because", ("use",), "because"),
        ("--line-length=88", ("--line-length",), "<mark>--line-length</mark>=88"),
        ("C++ and C", ("c++",), "<mark>C++</mark> and C"),
        ("日本語の検索", ("検索",), "日本語の<mark>検索</mark>"),
        ("<b>x</b> & y", ("b",), "&lt;<mark>b</mark>&gt;x&lt;/<mark>b</mark>&gt; &amp; y"),
        ("nothing", (), "nothing"),
    ],
)
def test_words_of_the_query_are_marked_and_everything_is_escaped(text, terms, marked):
    assert mark_terms(text, terms) == marked


@given(text=st.text(max_size=60), terms=st.lists(st.text(max_size=8), max_size=4))
def test_marking_changes_no_letter(text, terms):
    html = mark_terms(text, terms).replace("<mark>", "").replace("</mark>", "")
    assert html == mark_terms(text, ())


def test_a_snippet_is_shown_without_the_signs_of_markdown():
    snippet = (
        "## Title\n\n| a | b |\n|---|---|\n\n- See [the **rollback**](x.md) with `code`\n```sh\n"
    )
    assert plain(snippet) == "Title a | b | See the rollback with code"


def test_identifiers_keep_their_signs():
    assert plain("set snake_case_name and a * b") == "set snake_case_name and a * b"


def test_roles_targets_and_directives_of_rst_leave_their_words():
    snippet = (
        ".. _calling-retry:\n\nSee :meth:`Task.retry() <@Task.retry>` and :state:`FAILURE`.\n"
        ".. note:: Mind `the docs <https://docs.example>`__.\n"
    )
    assert plain(snippet) == "See Task.retry() and FAILURE. Mind the docs."
