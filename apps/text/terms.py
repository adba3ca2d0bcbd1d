"""Cut text into the terms of the word index: stemmed words, and identifiers with their parts.

Words are lower-cased, freed of accents and stemmed by Snowball's English stemmer (Porter 2), so
that *Rotating* finds *rotates* and *cafe* finds *café*; words of other scripts stay as they are.
"""

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import Stemmer

from apps.text.identifiers import run_identifiers
from apps.text.letters import MARKS, fold_letters
from apps.text.ngrams import UNSPACED, script_bigrams

LONGEST_WORD = 100
"""Characters; longer runs are data, not words."""

# The stop words of Snowball's English stemmer, which PostgreSQL's `english` leaves out as well.
_STOP_WORDS = """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
    her hers herself it its itself they them their theirs themselves what which who whom this that
    these those am is are was were be been being have has had having do does did doing a an the and
    but if or because as until while of at by for with about against between into through during
    before after above below to from up down in out on off over under again further then once here
    there when where why how all any both each few more most other some such no nor not only own
    same so than too very s t can will just don should now
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
# Everything that can stand in a word or an identifier; both kinds of terms are made of its runs.
_RUN = re.compile(rf"[\w.:#+/{MARKS}-]+")
# Bytes of UTF-8, those that no run holds replaced by a space; what is not ASCII is looked at later.
_SPACED = bytes(
    byte if byte > 127 or _RUN.fullmatch(chr(byte)) else ord(" ") for byte in range(256)
)
_WORD = re.compile(rf"(?:[^\W_]|[{MARKS}])+(?:-(?:[^\W_]|[{MARKS}])+)*")
# Marks a bigram of an unspaced script among the runs; no run holds it.
_BIGRAM = "\x00"


class RunTerms(NamedTuple):
    """What one run of a text is found by, in order, with repeats."""

    words: tuple[str, ...]
    identifiers: tuple[str, ...]


def text_runs(text: str) -> list[str]:
    """The runs of a text, each of which `run_terms` turns into terms."""
    text = fold_letters(text)
    data = text.encode(errors="surrogatepass").translate(_SPACED)
    # Three times as fast as searching for the pattern.
    runs = data.decode(errors="surrogatepass").split()
    if not text.isascii():
        runs = [found for run in runs for found in ([run] if run.isascii() else _RUN.findall(run))]
        if UNSPACED.search(text):
            runs += [_BIGRAM + gram for gram in script_bigrams(text)]
    return runs


def run_terms(run: str) -> RunTerms:
    """The terms of one run, as `text_runs` returns it. The usual ones are remembered."""
    return _remembered_terms(run) if len(run) <= LONGEST_WORD else _find_terms(run)


def text_words(text: str) -> list[str]:
    """The stemmed words of a text that are not stop words, in order, with repeats."""
    return [word for run in text_runs(text) for word in run_terms(run).words]


def text_identifiers(text: str) -> list[str]:
    """The identifiers of a text, their parts, and its bigrams, with repeats."""
    return [name for run in text_runs(text) for name in run_terms(run).identifiers]


def _find_terms(run: str) -> RunTerms:
    if run.startswith(_BIGRAM):
        return RunTerms((), (run[1:],))
    return RunTerms(tuple(_words(run)), run_identifiers(run))


_remembered_terms = lru_cache(maxsize=200_000)(_find_terms)


def _words(run: str) -> Iterator[str]:
    for found in _WORD.findall(run):
        word = found.lower()
        if not word.isascii():
            word = unicodedata.normalize("NFKC", word)
        yield from _stems(word)
        if "-" in word:
            for part in word.split("-"):
                yield from _stems(part)


def _stems(word: str) -> Iterator[str]:
    if len(word) <= LONGEST_WORD and word not in STOP_WORDS:
        yield _STEMMERS.english.stemWord(word)


class _Stemmers(threading.local):
    """A stemmer for each thread, because one must not serve two at once."""

    def __init__(self) -> None:
        # Without a cache of its own: whole runs are remembered above.
        self.english = Stemmer.Stemmer("english", 0)


_STEMMERS = _Stemmers()
