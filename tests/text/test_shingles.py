from hypothesis import given
from hypothesis import strategies as st

from apps.text.shingles import SAMPLED, WORD, are_alike, sample_of, shingles_of, words_in

WORDS = [f"word{n}" for n in range(900)]


@given(text=st.text() | st.text(st.characters(max_codepoint=127)))
def test_words_are_what_the_pattern_finds_in_every_script(text):
    assert words_in(text) == WORD.findall(text)


def test_a_short_text_is_one_run_and_a_longer_one_has_a_run_for_each_start():
    assert len(shingles_of("Four words and none")) == 1
    assert shingles_of("a b c d e f") == shingles_of("A, b. C d\ne; f!")
    assert len(shingles_of(" ".join(WORDS))) == len(WORDS) - 4


def test_copies_have_some_of_their_samples_in_common():
    whole = shingles_of(" ".join(WORDS))
    changed = [f"other{n}" if n % 60 == 0 else word for n, word in enumerate(WORDS)]
    copy = shingles_of(" ".join(changed))
    assert are_alike(whole, copy)
    assert not sample_of(whole).isdisjoint(sample_of(copy))
    assert len(sample_of(whole)) < len(whole) / 4
    few = shingles_of(" ".join(WORDS[:20]))
    assert len(few) < SAMPLED
    assert sample_of(few) == few
