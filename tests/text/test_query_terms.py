import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.snippets import query_terms


@pytest.mark.parametrize(
    ("query", "terms"),
    [
        ("How do I configure `module.ParseConfig`?", ("configure", "module.parseconfig")),
        ("the of and", ("the", "of", "and")),
        ("C++ C# .NET --dry-run -v", ("c++", "c#", ".net", "--dry-run", "-v")),
        ("データベース 設定", ("データベース", "設定")),
        ("हिन्दी में", ("हिन्दी", "में")),
        ("Straße STRASSE", ("straße", "strasse")),
        ("the server's logs, don't", ("server", "logs", "don't")),
        ("deploy deploy Deploy", ("deploy",)),
        ("std::vector and snake_case.", ("std::vector", "snake_case")),
        ("'\":* (( a & | !", ("a",)),
        ("\0\ud800", ()),
        ("-- ... ::", ()),
        ("", ()),
    ],
)
def test_terms_are_the_telling_words_of_any_script(query, terms):
    assert query_terms(query) == terms


def test_no_more_than_64_terms_come_from_a_huge_query():
    assert query_terms(" or ".join(f"w{n}" for n in range(20_000))) == tuple(
        f"w{n}" for n in range(64)
    )


@given(st.text())
def test_terms_are_distinct_lower_case_and_never_blank(query):
    terms = query_terms(query)
    assert len(set(terms)) == len(terms) <= 64
    assert [term for term in terms if not term or term != term.strip()] == []
