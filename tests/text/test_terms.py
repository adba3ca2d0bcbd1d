"""The terms that the word index is made of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.identifiers import identifier_tokens
from apps.text.letters import fold_letters
from apps.text.ngrams import script_bigrams
from apps.text.terms import run_terms, text_identifiers, text_runs, text_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Rotating the keys, and rotated keys.", ["rotat", "key", "rotat", "key"]),
        ("the of and", []),
        ("Café CAFE cafe\u0301", ["cafe", "cafe", "cafe"]),
        ("open-source", ["open-sourc", "open", "sourc"]),
        ("foo_bar.baz v1.10", ["foo", "bar", "baz", "v1", "10"]),
        ("Über 東京タワー", ["uber", "東京タワー"]),
        ("Łódź, straße; Đường: RØDGRØD", ["lodz", "strass", "duong", "rodgrod"]),
        ("re\u0301sume\u0301 Ёлка", ["resum", "елка"]),
        ("שָׁלוֹם مُحَمَّد", ["שלום", "محمد"]),
        ("डेटाबेस ガラス 각", ["डेटाबेस", "ガラス", "각"]),
        ("ﬁle Ｆｕｌｌ", ["file", "full"]),
        ("x" * 101 + " y", ["y"]),
        ("", []),
    ],
)
def test_words_are_folded_and_stemmed_and_stop_words_left_out(text, words):
    assert text_words(text) == words


@given(st.text(st.characters(exclude_categories=["M"])))
def test_identifiers_are_those_of_the_whole_text(text):
    plain = fold_letters(text)
    assert sorted(text_identifiers(text)) == sorted(
        [*identifier_tokens(plain), *script_bigrams(plain)]
    )


@given(
    st.text(
        st.characters(exclude_categories=["M"]) | st.sampled_from("ab.:#+/-_ \x1c\x85\ud800é東")
    )
)
def test_runs_are_what_the_pattern_finds(text):
    found = re.findall(r"[\w.:#+/-]+", fold_letters(text))
    assert [run for run in text_runs(text) if not run.startswith("\0")] == found


@given(st.text())
def test_words_of_a_text_are_those_of_its_runs(text):
    assert text_words(text) == [word for run in text_runs(text) for word in run_terms(run).words]
