from concurrent.futures import ThreadPoolExecutor

import pytest

from apps.text.tokens import count_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("hello world", 2), ("Docs may quote <|endoftext|> and <|im_start|>", 17)],
)
def test_tokens_are_those_of_o200k_and_special_tokens_are_plain_text(text, tokens):
    assert count_tokens(text) == tokens


def test_half_a_surrogate_pair_is_counted_like_the_replacement_character():
    assert count_tokens("a \ud800 b") == count_tokens("a \ufffd b")


def test_texts_of_millions_of_characters_are_counted():
    assert count_tokens("hello world " * 200_000) > 400_000


def test_many_threads_count_the_same():
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(count_tokens, ["one two three"] * 64)) == {3}
