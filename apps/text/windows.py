"""The word-window chunker of repository documents: every window is a slice of its source."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.text.lines import LineIndex
from apps.text.parse import PARSER_VERSION
from apps.text.structure import ParsedDocument

WINDOWS_VERSION = "2"

_UNSPACED = (
    r"\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LONGEST_WORD = 40
_WORD = re.compile(rf"[{_UNSPACED}]|[^\s{_UNSPACED}]{{1,{_LONGEST_WORD}}}")
_LINE_REST = re.compile(r"[^\S\r\n]*(?=[\r\n]|\Z)")


@dataclass(frozen=True, slots=True)
class WindowLimits:
    """Size of a window and of the overlap with the one before it, in words.

    A word is a run of non-space; a Chinese or Japanese character is one too, and a longer run
    counts one word for every 40 characters, so that text without spaces is windowed as well.
    """

    max_words: int = 512
    overlap_words: int = 64

    def __post_init__(self) -> None:
        if self.max_words < 1 or not 0 <= self.overlap_words < self.max_words:
            raise ValueError("The overlap must be smaller than the window, both in words.")


@dataclass(frozen=True, slots=True)
class Section:
    """A stretch of a document under one heading; offsets are bytes of the source in UTF-8.

    `has_body` is false for a heading with nothing under it, and for front matter by itself.
    """

    heading_path: tuple[str, ...]
    start: int
    end: int
    has_body: bool = True


@dataclass(frozen=True, slots=True)
class Window:
    """A chunk: `content` is exactly bytes `start` to `end` of the source; lines are 1-based."""

    index: int
    content: str
    heading_path: tuple[str, ...]
    start_line: int
    end_line: int
    start: int
    end: int


def window_document(parsed: ParsedDocument, limits: WindowLimits) -> tuple[Window, ...]:
    """Return the windows of a parsed document, split at its headings first."""
    return window_sections(parsed.source, document_sections(parsed), limits)


def window_sections(
    source: str, sections: Sequence[Section], limits: WindowLimits
) -> tuple[Window, ...]:
    """Return the windows of `source`; `sections` follow each other and cover it.

    Every line that is not blank is in some window. Takes time linear in the source.
    """
    data = source.encode()
    lines = LineIndex(data)
    windows: list[Window] = []
    for section in _merge_bare(sections):
        text = data[section.start : section.end].decode()
        for first, last in _slices(text, limits):
            start, end = section.start + first, section.start + last
            windows.append(
                Window(
                    index=len(windows),
                    content=data[start:end].decode(),
                    heading_path=section.heading_path,
                    start_line=lines.line_of(start),
                    end_line=lines.line_of(end - 1),
                    start=start,
                    end=end,
                )
            )
    return tuple(windows)


def document_sections(parsed: ParsedDocument) -> tuple[Section, ...]:
    """Return the sections that the top-level headings open, the part before the first included.

    `heading_path` runs from the outermost heading to the section's own.
    """
    data = parsed.source.encode()
    openers = list(parsed.openers())
    headings = [heading for heading, _ in openers]
    starts = [*(start for _, start in openers), len(data)]
    sections: list[Section] = []
    if data[: starts[0]].strip():
        # Front matter alone says little: it goes with the section after it.
        has_text = bool(data[parsed.body_start : starts[0]].strip())
        sections.append(Section((), 0, starts[0], has_text or not headings))
    path: list[tuple[int, str]] = []
    for heading, start, end in zip(headings, starts, starts[1:], strict=False):
        path = [entry for entry in path if entry[0] < heading.level]
        path.append((heading.level, heading.text))
        titles = tuple(text for _, text in path)
        has_body = bool(data[heading.end : end].strip())
        sections.append(Section(titles, start, end, has_body))
    return tuple(sections)


def fingerprint(limits: WindowLimits) -> str:
    """Return what a document's windows depend on besides its text; short and stable."""
    return f"w{WINDOWS_VERSION}-p{PARSER_VERSION}-{limits.max_words}-{limits.overlap_words}"


def _merge_bare(sections: Sequence[Section]) -> list[Section]:
    """Join headings without a body to the section after them, or the last to the one before."""
    merged: list[Section] = []
    waiting: int | None = None
    for section in sections:
        if section.end <= section.start:
            continue
        start = section.start if waiting is None else waiting
        waiting = None if section.has_body else start
        if section.has_body:
            merged.append(Section(section.heading_path, start, section.end))
    if waiting is None:
        return merged
    last = merged.pop() if merged else Section(sections[-1].heading_path, waiting, waiting)
    return [*merged, Section(last.heading_path, last.start, sections[-1].end)]


def _slices(text: str, limits: WindowLimits) -> Iterator[tuple[int, int]]:
    """Yield the byte ranges of the windows of one section, relative to it."""
    if _fits(text, limits.max_words):
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        if start < end:
            start, end = _line_lead(text, start), _line_rest(text, end)
            yield start, end
        return
    words = [found.span() for found in _WORD.finditer(text)]
    known_char, known_byte = 0, 0
    first = 0
    while first < len(words):
        stop = min(first + limits.max_words, len(words))
        start, end = words[first][0], words[stop - 1][1]
        start = _line_lead(text, start)
        end = _line_rest(text, end)
        known_byte += _bytes(text[known_char:start])
        known_char = start
        yield known_byte, known_byte + _bytes(text[start:end])
        if stop == len(words):
            return
        first = stop - limits.overlap_words


def _fits(text: str, max_words: int) -> bool:
    """Whether a text surely has no more words than a window takes, told without finding them.

    In ASCII every run of non-space is a word and one more for each 40 characters at most.
    """
    return text.isascii() and len(text.split()) + len(text) // _LONGEST_WORD <= max_words


def _line_lead(text: str, start: int) -> int:
    """Move a start back over the indentation of its line, if nothing else precedes it."""
    position = start
    while position > 0 and text[position - 1].isspace() and text[position - 1] not in "\r\n":
        position -= 1
    return position if position == 0 or text[position - 1] in "\r\n" else start


def _line_rest(text: str, end: int) -> int:
    """Move an end over blank space up to the end of its line."""
    found = _LINE_REST.match(text, end)
    return found.end() if found else end


def _bytes(text: str) -> int:
    return len(text.encode())
