"""Where running text may be broken: at sentence ends of any script, at lines, at words."""

import re
import unicodedata
from collections.abc import Iterator

_CLOSERS = r"[\"'\u201d\u2019\u00bb)\]*_`\u300d\u300f\uff09\u3011\u3009\u300b]*"
_SPACED_STOPS = r"[.!?\u2026]+"
_WIDE_STOPS = r"[\u3002\uff01\uff1f\uff61\uff0e]+"
_OTHER_STOPS = r"[\u0964\u0965\u06d4\u061f\u1362\u17d4\u17d5]+"
_STOP = re.compile(rf"({_SPACED_STOPS})|{_WIDE_STOPS}|{_OTHER_STOPS}|(\r\n|\r|\n)")
_AFTER_SPACED = re.compile(rf"{_CLOSERS}(?=\s)[ \t\u3000]*(?:\r\n|\r|\n)?")
_AFTER_WIDE = re.compile(rf"{_CLOSERS}[ \t\u3000]*(?:\r\n|\r|\n)?")
_AFTER_LINE = re.compile(r"(?:[ \t>]*(?:\r\n|\r|\n))+|(?=[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t])")
_LINE = re.compile(r"\r\n|\r|\n")
_JOINERS = frozenset("\u200d\ufe0e\ufe0f")


def sentence_breaks(source: str, start: int, end: int) -> Iterator[int]:
    """Yield the offsets behind sentence ends, blank lines and before list items.

    A full stop followed by a lower-case letter (`e.g. this`) ends no sentence.
    """
    position = start
    for stop in _STOP.finditer(source, start, end):
        if stop.start() < position:
            continue
        after = _AFTER_SPACED if stop[1] else _AFTER_LINE if stop[2] else _AFTER_WIDE
        if (match := after.match(source, stop.end(), end)) is None:
            continue
        position = match.end()
        if position < end and not (stop[1] and source[position].islower()):
            yield position


def line_breaks(source: str, start: int, end: int) -> Iterator[int]:
    """Yield the offsets at which a line starts, the first line left out."""
    for match in _LINE.finditer(source, start, end):
        if match.end() < end:
            yield match.end()


def word_breaks(source: str, start: int, end: int, step: int) -> Iterator[int]:
    """Yield offsets at most `step` characters apart, behind white space where there is some."""
    position = start
    while end - position > step:
        cut = position + step
        space = max(source.rfind(blank, position + 1, cut) for blank in " \n\t\r\u3000")
        cut = space + 1 if space > position else _whole_character(source, cut, end)
        if cut >= end:
            return
        yield cut
        position = cut


def _whole_character(source: str, cut: int, end: int) -> int:
    """Move a cut behind combining marks, at most eight of them."""
    for _ in range(8):
        if cut >= end or not (unicodedata.combining(source[cut]) or source[cut] in _JOINERS):
            break
        cut += 1
    return cut
