"""Cuts a text into pieces that fit the built-in model."""

from collections.abc import Iterator

# The model reads up to this; a question is cut there.
MAX_TOKENS = 512
WINDOW_TOKENS = 256
HEAD_TOKENS = 64
CLS, SEP = 101, 102
MOST_WINDOWS = 64
# Beyond this a text is sampled before it is tokenized; a word is rarely longer than 12 characters.
LONGEST_TEXT = MOST_WINDOWS * WINDOW_TOKENS * 12


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


def token_windows(head: list[int], body: list[int]) -> Iterator[list[int]]:
    """Cut a body into windows, each with the head in front and between [CLS] and [SEP].

    The windows are of even length, so that none holds just a few left-over tokens. Short ones find
    better than those that fill the model (docs/benchmarks.md), and are read faster.
    """
    head = head[:HEAD_TOKENS]
    room = WINDOW_TOKENS - 2 - len(head)
    count = max(1, -(-len(body) // room))
    size = max(-(-len(body) // count), 1)
    for start in range(0, max(len(body), 1), size):
        yield [CLS, *head, *body[start : start + size], SEP]
