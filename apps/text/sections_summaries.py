"""The first sentence of a section, as its summary."""

import re
from collections.abc import Sequence

from apps.text.sections import DocumentSection
from apps.text.structure import BlockKind, ParsedDocument

LONGEST = 200
_TOLD_BY = (BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.LIST, BlockKind.DEFINITION)
_READ_BYTES = 800
# What must be in a text for a pattern to be tried at all (empty: always), the pattern, and what
# takes its place. Each takes time linear in a text of that length, or is bounded by a small number.
_CLEANINGS = (
    ("<!--", re.compile(r"<!--.*?(-->|\Z)", re.DOTALL), ""),
    (":::", re.compile(r"^\s*:::.*$", re.MULTILINE), ""),
    ("![", re.compile(r"!\[[^\]]{0,300}\](\([^)]{0,300}\)|\[[^\]]{0,100}\])?"), ""),
    ("[[", re.compile(r"\[\[([^\]|]{0,200}\|)?([^\]]{0,200})\]\]"), r"\2"),
    ("[", re.compile(r"\[([^\]]{0,300})\](\([^)]{0,300}\)|\[[^\]]{0,100}\])"), r"\1"),
    (":`", re.compile(r":[\w:+.-]{1,40}:`~?([^`<]{0,200})(<[^`>]{0,200}>)?`"), r"\1"),
    (">`_", re.compile(r"`([^`<]{1,200})<[^`>]{0,300}>`__?"), r"\1"),
    ("://", re.compile(r"<https?://([^>\s]{0,300})>"), r"\1"),
    ("<", re.compile(r"</?[A-Za-z][^<>]{0,300}>"), ""),
    ("`", re.compile(r"`+_{0,2}"), ""),
    ("*", re.compile(r"\*{1,3}(?=\S)|(?<=\S)\*{1,3}"), ""),
    ("~~", re.compile(r"~~"), ""),
    ("_", re.compile(r"(?<!\w)_{1,2}(?=\w)|(?<=\w)_{1,2}(?!\w)"), ""),
    ("", re.compile(r"^\s*(>\s*)?(\[![A-Za-z]+\]\s*)?([-*+]|\d+[.)]|#\.)?\s+", re.MULTILINE), " "),
    (">", re.compile(r"^\s*>\s?(\[![A-Za-z]+\])?", re.MULTILINE), " "),
    ("\\", re.compile(r"\\([!-/:-@\[-`{-~])"), r"\1"),
)
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
    blocks = [block for block in parsed.blocks if block.kind in _TOLD_BY]
    summaries: list[str] = []
    first = 0
    for section in sections:
        while first < len(blocks) and blocks[first].start < section.body:
            first += 1
        last = first
        while last < len(blocks) and blocks[last].start < section.end:
            last += 1
        own = sorted(blocks[first:last][:8], key=lambda block: _TOLD_BY.index(block.kind))
        texts = (data[b.start : min(b.end, b.start + _READ_BYTES)] for b in own)
        cleaned = (first_sentence(text.decode("utf-8", "ignore")) for text in texts)
        summaries.append(next((text for text in cleaned if text), ""))
        first = last
    return tuple(summaries)


def first_sentence(text: str) -> str:
    """Return the first sentence of a marked-up text, in plain words."""
    for sign, pattern, replacement in _CLEANINGS:
        if sign in text:
            text = pattern.sub(replacement, text)
    text = " ".join(text.split())
    if not any(character.isalnum() for character in text):
        return ""
    for found in _SENTENCE_END.finditer(text):
        if not _ABBREVIATION.search(text[: found.end()]):
            text = text[: found.end()]
            break
    return _shortened(text)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    cut = text[: LONGEST - 1]
    place = cut.rfind(" ")
    return (cut[:place] if place > LONGEST // 2 else cut).rstrip(" ,;:") + "…"
