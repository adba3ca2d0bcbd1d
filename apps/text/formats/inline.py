"""Inline markup as a small tree, read by rules in linear time.

A rule is tried where its mark stands. Looking for a closing mark that does not come is
remembered, so that a text full of opening marks is still read once.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from apps.text.links import classify_href
from apps.text.markdown.autolinks import find_bare_links
from apps.text.structure import Link, LinkType

_DEEPEST = 6


class InlineKind(StrEnum):
    """What a piece of running text is. ANCHOR is a place that can be linked to, without text."""

    ANCHOR = "anchor"
    BREAK = "break"
    CODE = "code"
    DELETED = "deleted"
    EMPHASIS = "emphasis"
    IMAGE = "image"
    LINK = "link"
    MARK = "mark"
    SPAN = "span"
    STRONG = "strong"
    SUBSCRIPT = "subscript"
    SUPERSCRIPT = "superscript"
    TEXT = "text"
    UNDERLINE = "underline"


class Inline(NamedTuple):
    """One piece; `at` is where it begins in the text, `href` the target of a link or image."""

    kind: InlineKind
    text: str = ""
    href: str = ""
    children: tuple["Inline", ...] = ()
    at: int = 0


class Scan:
    """A text on its way: what was looked for and is not there, and how deep it is nested."""

    def __init__(self, grammar: "Grammar", text: str, base: int, depth: int) -> None:
        self.text = text
        self._grammar = grammar
        self._base = base
        self._depth = depth
        self._missing: dict[re.Pattern[str], int] = {}

    def find(self, pattern: re.Pattern[str], start: int) -> re.Match[str] | None:
        """Return the first match at or behind `start`; None at once where there was none before."""
        if start >= self._missing.get(pattern, len(self.text) + 1):
            return None
        found = pattern.search(self.text, start)
        if found is None:
            self._missing[pattern] = start
        return found

    def inside(self, start: int, end: int) -> tuple[Inline, ...]:
        """Return the pieces of a part of the text."""
        text, base = self.text[start:end], self._base + start
        if self._depth >= _DEEPEST:
            return (Inline(InlineKind.TEXT, text, at=base),) if text else ()
        return self._grammar.read(text, base=base, depth=self._depth + 1)

    def position(self, at: int) -> int:
        """Return a place in the whole text."""
        return self._base + at

    def expand(self, text: str) -> str:
        """Return an address with the values in place of the references to them."""
        return self._grammar.expand(text)


Rule = Callable[[Scan, int], tuple[int, Inline] | None]
"""Gets a text and where the mark stands; returns where the piece ends, and the piece."""


class Grammar:
    """The rules of one format. `marks` finds where rules are tried; they are kept by first sign.

    `other` are the rules for every first sign that has none; `expand` puts values into addresses.
    """

    def __init__(
        self,
        marks: str,
        rules: Mapping[str, tuple[Rule, ...]],
        other: tuple[Rule, ...] = (),
        expand: Callable[[str], str] = str,
    ) -> None:
        self._marks = re.compile(marks)
        self._rules = rules
        self._other = other
        self.expand = expand

    def read(self, text: str, *, base: int = 0, depth: int = 0) -> tuple[Inline, ...]:
        """Return the pieces of a text in order."""
        scan = Scan(self, text, base, depth)
        pieces: list[Inline] = []
        done = position = 0
        while (mark := self._marks.search(text, position)) is not None:
            at = mark.start()
            found = self._first(scan, at)
            if found is None:
                position = at + 1
                continue
            if at > done:
                pieces.append(Inline(InlineKind.TEXT, text[done:at], at=base + done))
            pieces.append(found[1])
            done = position = found[0]
        if done < len(text):
            pieces.append(Inline(InlineKind.TEXT, text[done:], at=base + done))
        return tuple(pieces)

    def _first(self, scan: Scan, at: int) -> tuple[int, Inline] | None:
        for rule in self._rules.get(scan.text[at], self._other):
            found = rule(scan, at)
            if found is not None:
                return found
        return None


@dataclass(frozen=True, slots=True)
class Paired:
    """A rule for text between two marks; with `is_literal` nothing inside is markup."""

    kind: InlineKind
    opener: re.Pattern[str]
    closer: re.Pattern[str]
    is_literal: bool = False

    def __call__(self, scan: Scan, at: int) -> tuple[int, Inline] | None:
        opening = self.opener.match(scan.text, at)
        if opening is None:
            return None
        closing = scan.find(self.closer, opening.end())
        if closing is None or closing.start() == opening.end():
            return None
        start, end, place = opening.end(), closing.start(), scan.position(at)
        if self.is_literal:
            return closing.end(), Inline(self.kind, scan.text[start:end], at=place)
        return closing.end(), Inline(self.kind, children=scan.inside(start, end), at=place)


def paired(kind: InlineKind, opener: str, closer: str, *, is_literal: bool = False) -> Paired:
    """Return the rule for text between two marks, given as patterns."""
    return Paired(kind, re.compile(opener), re.compile(closer), is_literal)


def visible(pieces: Iterable[Inline]) -> str:
    """Return what a reader sees, in one line; the text of images only where there is no other."""
    pieces = tuple(pieces)
    text = " ".join("".join(_texts(pieces, images=False)).split())
    return text or " ".join("".join(_texts(pieces, images=True)).split())


def _texts(pieces: Iterable[Inline], *, images: bool) -> Iterator[str]:
    for piece in pieces:
        yield from _texts(piece.children, images=images)
        if piece.kind is InlineKind.BREAK:
            yield " "
        elif piece.kind is not InlineKind.IMAGE or images:
            yield piece.text


def links_of(pieces: Iterable[Inline], text: str, first_line: int) -> Iterator[Link]:
    """Yield the links of a text that begins in `first_line` (1-based), in order."""
    line, counted = first_line, 0
    for position, label, href in _found(pieces):
        line, counted = line + text.count("\n", counted, position), max(counted, position)
        kind = LinkType.ABSOLUTE if "://" in href else classify_href(href)
        yield Link(label, href, line, kind)


def _found(pieces: Iterable[Inline]) -> Iterator[tuple[int, str, str]]:
    for piece in pieces:
        if piece.kind is InlineKind.LINK:
            yield piece.at, visible((piece,)) or piece.href, piece.href
        elif piece.kind is InlineKind.TEXT:
            for position, address in find_bare_links(piece.text):
                href = address if "://" in address else f"http://{address}"
                yield piece.at + position, address, href
        else:
            yield from _found(piece.children)
