"""Lists of AsciiDoc: bullets, numbers, callouts and descriptions, nested by their markers."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from apps.text.formats.asciidoc import patterns
from apps.text.formats.asciidoc.attributes import BlockAttributes
from apps.text.formats.nodes import MAX_DEPTH, Node, NodeKind


class _Mark(NamedTuple):
    """Which list an item belongs to, its kind, its term (of descriptions) and its text."""

    key: str
    kind: str
    term: str
    text: str


class Blocks(Protocol):
    """What a list needs of the reader of blocks."""

    @property
    def texts(self) -> Sequence[str]:
        """The lines of the document."""

    def block(self, at: int, last: int, depth: int, attributes: BlockAttributes) -> Node:
        """Return the block at a line."""

    def metadata(self, at: int, attributes: BlockAttributes) -> Node | None:
        """Return the node of a line of metadata."""

    def interrupts(self, text: str) -> bool:
        """Tell whether a line ends the paragraph before it."""


class ListReader:
    """Reads lists; what `+` attaches to an item is read by the reader of blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks

    def list_at(self, at: int, last: int, depth: int, outer: tuple[str, ...] = ()) -> Node | None:
        """Return the list that begins at a line, or None; `outer` are the lists around it."""
        mark = _mark(self._blocks.texts[at])
        if mark is None:
            return None
        items: list[Node] = []
        end = at
        while True:
            item = self._item(end, last, depth, (*outer, mark.key))
            items.append(item)
            following = self._next_text(item.last, last)
            found = _mark(self._blocks.texts[following]) if following < last else None
            if found is None or found.key != mark.key:
                return Node(NodeKind.LIST, at, item.last, name=mark.kind, children=tuple(items))
            end = following

    def _item(self, at: int, last: int, depth: int, keys: tuple[str, ...]) -> Node:
        mark = _mark(self._blocks.texts[at])
        assert mark is not None
        end = self._own_text_end(at, last)
        begin = at if mark.text else at + 1
        lines = [*([mark.text] if mark.text else []), *self._blocks.texts[at + 1 : end]]
        text = "\n".join(line.strip() for line in lines)
        children: list[Node] = []
        if text.strip():
            children.append(Node(NodeKind.PARAGRAPH, at, end, text, begin))
        while (
            child := self._attached(end, last, depth, keys, has_text=bool(children))
        ) is not None:
            children.append(child)
            end = child.last
        if mark.kind != "dl" and children and children[0].kind is NodeKind.PARAGRAPH:
            first = children.pop(0)
            return Node(NodeKind.ITEM, at, end, first.text, at, children=tuple(children))
        return Node(NodeKind.ITEM, at, end, mark.term, at, children=tuple(children))

    def _own_text_end(self, at: int, last: int) -> int:
        end = at + 1
        while end < last and (text := self._blocks.texts[end]):
            is_mark = text == "+" or text.startswith("//") or _mark(text) is not None
            if is_mark or self._blocks.interrupts(text):
                break
            end += 1
        return end

    def _attached(
        self, at: int, last: int, depth: int, keys: tuple[str, ...], *, has_text: bool
    ) -> Node | None:
        """Return the next block of an item: after `+`, a deeper list, or an indented paragraph."""
        texts = self._blocks.texts
        if at < last and texts[at] == "+":
            return self._after_plus(at, last, depth)
        following = self._next_text(at, last)
        if following >= last or depth + len(keys) > MAX_DEPTH:
            return None
        mark = _mark(texts[following])
        if mark is not None:
            if mark.key in keys:
                return None
            return self.list_at(following, last, depth + 1, keys)
        is_blank_between = following > at
        is_indented = texts[following][0] == " "
        is_late_text = not has_text and keys[-1] in _DESCRIPTIONS
        if is_blank_between and (is_indented or is_late_text) and not _is_special(texts[following]):
            return self._blocks.block(following, last, depth + 1, BlockAttributes())
        return None

    def _after_plus(self, at: int, last: int, depth: int) -> Node | None:
        attributes = BlockAttributes()
        place = at + 1
        hidden: list[Node] = []
        while place < last and self._blocks.texts[place]:
            node = self._blocks.metadata(place, attributes)
            if node is None:
                block = self._blocks.block(place, last, depth + 1, attributes)
                if not hidden:
                    return block
                return Node(NodeKind.GROUP, at, block.last, children=(*hidden, block))
            hidden.append(node)
            place = node.last
        return Node(NodeKind.GROUP, at, max(place, at + 1), children=tuple(hidden))

    def _next_text(self, at: int, last: int) -> int:
        """Return the next line that is neither blank nor a comment."""
        texts = self._blocks.texts
        while at < last and (not texts[at] or patterns.COMMENT.match(texts[at])):
            at += 1
        return at


_DESCRIPTIONS = frozenset({"::", ":::", "::::", ";;"})


def _is_special(text: str) -> bool:
    """Tell whether a line begins something that no list item takes in by itself."""
    found = patterns.TITLE, patterns.DELIMITER, patterns.BLOCK_ATTRIBUTES, patterns.BLOCK_ID
    return (
        any(pattern.match(text) for pattern in found) or patterns.ATTRIBUTE.match(text) is not None
    )


def _mark(text: str) -> _Mark | None:
    """Return the marker that a line begins with, or None."""
    if not text:
        return None
    if found := patterns.UNORDERED.match(text):
        rest = patterns.CHECKBOX.sub("", found[2], count=1)
        box = found[2][: len(found[2]) - len(rest)].strip()
        shown = {"": "", "[ ]": "\u2610 "}.get(box, "\u2611 ")
        return _Mark(found[1], "ul", "", shown + rest)
    if found := patterns.ORDERED.match(text):
        key = found[1]
        key = _enumerator(key) if key[0] != "." else key
        return _Mark(key, "ol", "", found[2])
    if found := patterns.CALLOUT_ITEM.match(text):
        return _Mark("<1>", "ol", "", found[2])
    if text[0] != "[" and ("::" in text or ";;" in text):
        found = patterns.DESCRIPTION.match(text)
        if found and not found[1].endswith(":"):
            return _Mark(found[2], "dl", found[1], found[3] or "")
    return None


def _enumerator(key: str) -> str:
    if key[-1] == ")":
        return "i)"
    return "1." if key[0].isdigit() else "a."
