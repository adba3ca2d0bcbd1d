"""Lists whose items hold what is indented deeper than their marker, as Org and RDoc have them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from apps.text.formats.nodes import Node, NodeKind


class Marker(NamedTuple):
    """What opens an item: the column of its marker, that of its text, and what they say.

    `kind` is `ul`, `ol` or `dl`, `term` the label of a description, `key` tells lists of the same
    column apart.
    """

    column: int
    text_column: int
    kind: str
    key: str
    term: str
    text: str


ReadInside = Callable[[Sequence[str], int, int], tuple[Node, ...]]
"""Reads the text of an item: its lines cut free of their margin, the number of the first line,
and the depth."""


class IndentedLists:
    """Reads the lists of one format, told apart by `mark`; `is_end` ends each list at a line."""

    def __init__(
        self,
        mark: Callable[[str], Marker | None],
        inside: ReadInside,
        *,
        most_blank: int,
    ) -> None:
        self._mark = mark
        self._inside = inside
        self._most_blank = most_blank

    def list_at(self, texts: Sequence[str], at: int, base: int, depth: int) -> Node | None:
        """Return the list that begins at a line of `texts`, or None.

        `base` is the number in the file of the first of `texts`.
        """
        mark = self._mark(texts[at])
        if mark is None:
            return None
        items: list[Node] = []
        end = start = at
        current: Marker | None = mark
        while current is not None:
            end = self._item_end(texts, start, current.column)
            place = Node(NodeKind.ITEM, base + start, base + end)
            items.append(self._item(texts, current, place, base, depth))
            start = end
            while start < len(texts) and not texts[start] and start - end < self._most_blank:
                start += 1
            current = self._mark(texts[start]) if start < len(texts) else None
            if current and (current.column != mark.column or current.key != mark.key):
                current = None
        children = tuple(items)
        return Node(NodeKind.LIST, base + at, base + end, name=mark.kind, children=children)

    def _item_end(self, texts: Sequence[str], at: int, column: int) -> int:
        end = at + 1
        blank = 0
        for place in range(at + 1, len(texts)):
            text = texts[place]
            if not text:
                blank += 1
                if blank >= self._most_blank:
                    break
                continue
            if len(text) - len(text.lstrip(" ")) <= column:
                break
            blank = 0
            end = place + 1
        return end

    def _item(self, texts: Sequence[str], mark: Marker, place: Node, base: int, depth: int) -> Node:
        """Return the item whose lines in the file are those of `place`, with what is inside."""
        rest = texts[place.first - base + 1 : place.last - base]
        margins = [len(text) - len(text.lstrip(" ")) for text in rest if text]
        margin = min(mark.text_column, *margins) if margins else 0
        inner = [mark.text, *(text[margin:] for text in rest)]
        children = self._inside(inner, place.first, depth + 1)
        text = mark.term
        if mark.kind != "dl" and children and children[0].kind is NodeKind.PARAGRAPH:
            text, children = children[0].text, children[1:]
        return replace(place, text=text, text_line=place.first, children=children)
