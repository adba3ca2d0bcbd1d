"""The first sentence of a section, as its summary; or all of them, to choose from."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from apps.text.formats.asciidoc.spoken import aside_starts, spoken_reader
from apps.text.plain import COMMENT, INLINE, Cleaning, clean
from apps.text.sections import DocumentSection
from apps.text.structure import Block, BlockKind, ParsedDocument

LONGEST = 200
_TOLD_BY = (BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.LIST, BlockKind.DEFINITION)
_READ_BYTES = 800
_LONGEST_BLOCK = 8000
_LONGEST_ABBREVIATION = 24
_CLEANINGS: tuple[Cleaning, ...] = (
    COMMENT,
    (":::", re.compile(r"^\s*:::.*$", re.MULTILINE), ""),
    (".. ", re.compile(r"^\s*\.\. .*$", re.MULTILINE), ""),
    ("!!!", re.compile(r"^\s*!!! .*$", re.MULTILINE), ""),
    ("===", re.compile(r"^\s*=== .*$", re.MULTILINE), ""),
    ("#+", re.compile(r"^\s*#\+.*$", re.MULTILINE), ""),
    (":", re.compile(r"^:[\w -]{1,40}:(?!\S).*$", re.MULTILINE), ""),
    ("???", re.compile(r"^\s*\?\?\?\+? .*$", re.MULTILINE), ""),
    ("![", re.compile(r"!\[[^\]]{0,300}\](\([^)]{0,300}\)|\[[^\]]{0,100}\])?"), ""),
    *INLINE,
)
_EMPHASIS_OF_ORG = re.compile(r"(?<![\w/=~])([/=~])(?=\S)([^/=~\n]{1,200})(?<=\S)\1(?![\w/=~])")
_SENTENCE_END = (
    re.compile(  # the last part: full stop, exclamation and question mark of Chinese and Japanese
        r"[.!?]+[\"')\]\u00bb\u201d\u2019]*(?=\s|\Z)|[\u3002\uff01\uff1f]+[\u300d\u300f\u201d]*"
    )
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"'])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|approx|incl|resp|Mr|Mrs|Ms|Dr|Prof|St|No"
    r"|Fig|Sec|Vol|ca|bzw|z\.B|d\.h|(?:[A-Za-z]\.)+[A-Za-z])\.$"
)


def summarise(parsed: ParsedDocument, sections: Sequence[DocumentSection]) -> tuple[str, ...]:
    """Return for each section the first sentence of its own text, empty where it has none.

    Read from the first paragraph, or else quote or list; markup, images and code are left out. A
    sentence longer than 200 characters is cut at a word and ends with an ellipsis.
    """
    data = parsed.source.encode()
    said, asides = _reading(parsed)
    summaries: list[str] = []
    for own in _own_blocks(parsed, sections):
        first = sorted(
            own[:8], key=lambda block: (block.start in asides, _TOLD_BY.index(block.kind))
        )
        cleaned = (
            first_sentence(said(_text(data, block, _READ_BYTES)), parsed.format) for block in first
        )
        summaries.append(next((text for text in cleaned if text), ""))
    return tuple(summaries)


def section_sentences(
    parsed: ParsedDocument, sections: Sequence[DocumentSection], *, most: int
) -> tuple[tuple[str, ...], ...]:
    """Return for each section up to ``most`` sentences of its own text, as `summarise` reads it."""
    data = parsed.source.encode()
    said, asides = _reading(parsed)
    return tuple(
        tuple(
            islice(
                (
                    sentence
                    for block in sorted(own, key=lambda block: block.start in asides)
                    for sentence in sentences(
                        said(_text(data, block, _LONGEST_BLOCK)), parsed.format
                    )
                ),
                most,
            )
        )
        for own in _own_blocks(parsed, sections)
    )


def _reading(parsed: ParsedDocument) -> tuple[Callable[[str], str], frozenset[int]]:
    """What makes the source of a block its words, and where blocks begin that only stand aside."""
    if parsed.format != "asciidoc":
        return str, frozenset()
    return spoken_reader(parsed), aside_starts(parsed)


def _own_blocks(
    parsed: ParsedDocument, sections: Sequence[DocumentSection]
) -> Iterator[list[Block]]:
    """The blocks of prose of each section, without those of the sections below it."""
    blocks = [block for block in parsed.blocks if block.kind in _TOLD_BY]
    first = 0
    for section in sections:
        while first < len(blocks) and blocks[first].start < section.body:
            first += 1
        last = first
        while last < len(blocks) and blocks[last].start < section.end:
            last += 1
        yield blocks[first:last]
        first = last


def _text(data: bytes, block: Block, most: int) -> str:
    return data[block.start : min(block.end, block.start + most)].decode("utf-8", "ignore")


def first_sentence(text: str, format_name: str = "") -> str:
    """Return the first sentence of a marked-up text, in plain words."""
    return next(sentences(text, format_name), "")


def sentences(text: str, format_name: str = "") -> Iterator[str]:
    """Yield the sentences of a marked-up text, in plain words, each cut at 200 characters.

    Signs that are emphasis in one format only are taken away when the format is named.
    """
    if format_name == "org":
        text = _EMPHASIS_OF_ORG.sub(r"\2", text)
    text = " ".join(clean(text, _CLEANINGS).split())
    start = 0
    for found in _SENTENCE_END.finditer(text):
        end = found.end()
        if not _ABBREVIATION.search(text, max(0, end - _LONGEST_ABBREVIATION), end):
            yield from _told(text[start:end])
            start = end
    yield from _told(text[start:])


def _told(text: str) -> Iterator[str]:
    text = text.strip()
    if any(character.isalnum() for character in text):
        yield _shortened(text)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1]
    place = cut.rfind(" ")
    return (cut[:place] if place > LONGEST // 2 else cut).rstrip(" ,;:") + "…"
