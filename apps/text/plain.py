"""Inline markup of all formats, and what is left of it when only the words count.

Each pattern stands behind a sign that must be in the text for it to be tried at all (empty:
always). Each takes time linear in the length of the text, or is bounded by a small number.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

Cleaning: TypeAlias = tuple[str, re.Pattern[str], str]

COMMENT: Cleaning = ("<!--", re.compile(r"<!--.*?(-->|\Z)", re.DOTALL), "")
# Of reStructuredText: a role with its text and target, a text with its address.
ROLE: Cleaning = (
    ":`",
    re.compile(r":[\w:+.-]{1,40}:`~?([^`<]{0,200}?)\s{0,3}(<[^`>]{0,200}>)?`"),
    r"\1",
)
REFERENCE: Cleaning = (">`_", re.compile(r"`([^`<]{1,200}?)\s{0,3}<[^`>]{0,300}>`__?"), r"\1")
INLINE: tuple[Cleaning, ...] = (
    ("][", re.compile(r"\[\[[^\]]{0,300}\]\[([^\]]{0,300})\]\]"), r"\1"),
    (":", re.compile(r"\b(?:xref|link):[^\s\[]{1,300}\[([^\]]{0,300})\]"), r"\1"),
    ("[.", re.compile(r"\[\.[\w.-]{1,60}\]#{1,2}([^#]{0,300})#{1,2}"), r"\1"),
    ("[[", re.compile(r"\[\[([^\]|]{0,200}\|)?([^\]]{0,200})\]\]"), r"\2"),
    ("[", re.compile(r"\[([^\]]{0,300})\](\([^)]{0,300}\)|\[[^\]]{0,100}\])"), r"\1"),
    ROLE,
    REFERENCE,
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


def clean(text: str, cleanings: Iterable[Cleaning]) -> str:
    """The text after each cleaning in turn."""
    for sign, pattern, replacement in cleanings:
        if sign in text:
            text = pattern.sub(replacement, text)
    return text
