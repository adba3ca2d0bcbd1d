"""Cuts a text into pieces that fit the built-in model."""

from collections.abc import Iterator

MAX_TOKENS = 512
CLS, SEP = 101, 102
MOST_WINDOWS = 64
# Beyond this a text is sampled before it is tokenized; a word is rarely longer than 12 characters.
LONGEST_TEXT = MOST_WINDOWS * MAX_TOKENS * 12


def sample_text(text: str) -> str:
    """The text, or evenly spread slices of one that is too long even to be tokenized whole."""
    if len(text) <= LONGEST_TEXT:
        return text
    size = LONGEST_TEXT // MOST_WINDOWS
    step = (len(text) - size) / (MOST_WINDOWS - 1)
    starts = (round(number * step) for number in range(MOST_WINDOWS))
    return "\n".join(text[start : start + size] for start in starts)


def spread(windows: list[list[int]]) -> list[list[int]]:
    """At most 64 of the windows, the first and the last among them, at even distances."""
    if len(windows) <= MOST_WINDOWS:
        return windows
    step = (len(windows) - 1) / (MOST_WINDOWS - 1)
    return [windows[round(number * step)] for number in range(MOST_WINDOWS)]


def token_windows(ids: list[int]) -> Iterator[list[int]]:
    """Cut token ids into windows that fit the model, each between [CLS] and [SEP].

    The windows are of even length, so that none holds just a few left-over tokens.
    """
    room = MAX_TOKENS - 2
    count = max(1, -(-len(ids) // room))
    size = -(-len(ids) // count)
    for start in range(0, max(len(ids), 1), max(size, 1)):
        yield [CLS, *ids[start : start + size], SEP]
