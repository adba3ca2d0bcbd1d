"""The words of a query that are worth finding in a text."""

import unicodedata

MOST_TERMS = 64
_LONGEST_QUERY = 10_000
_JOINERS = frozenset("._-:'\u2019\u200c\u200d")
_TRAILING_SIGNS = "+#"

_STOP_WORDS = """
    a about after all also am an and any are as at be been before but by can could did do does
    for from had has have how i if in into is it its just may me my no nor not of on or our should
    so some such than that the their them then there these they this those to too up us was we
    were what when where which who why will with would you your
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""English function words. Other languages are left alone: a wrong guess would lose a word."""


def query_terms(query: str) -> tuple[str, ...]:
    """Return the distinct terms of a query in order, lower-cased, at most 64.

    A term is a run of letters, marks and digits of any script; `module.Class`, `--dry-run`,
    `std::vector`, `C++` and `.NET` stay whole. Stop words go, unless nothing else is left.
    """
    words = _words(unicodedata.normalize("NFC", query[:_LONGEST_QUERY]).lower())
    terms = list(dict.fromkeys(words))
    telling = [term for term in terms if term not in STOP_WORDS]
    return tuple((telling or terms)[:MOST_TERMS])


def _words(text: str) -> list[str]:
    words: list[str] = []
    run: list[str] = []
    for character in text + " ":
        if _is_word(character) or character in _JOINERS or character in _TRAILING_SIGNS:
            run.append(character)
        elif run:
            words.append(_trimmed("".join(run)))
            run = []
    return [word for word in words if word]


def _is_word(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character).startswith("M")


def _trimmed(run: str) -> str:
    """Take the sentence's own signs off a run, but leave those of `--flag`, `.net` and `c++`."""
    joiners = "".join(_JOINERS)
    word = run.strip(joiners + _TRAILING_SIGNS)
    if not word:
        return ""
    start = run.index(word)
    signs = run[start + len(word) :]
    tail = next((s for s in ("++", "#", "+") if signs.startswith(s) and len(word) <= 8), "")
    lead = run[:start].lstrip("+#'\u2019:_\u200c\u200d")
    head = lead if lead in ("-", "--", ".", "#") else ""
    return (head + word + tail).removesuffix("'s").removesuffix("\u2019s")
