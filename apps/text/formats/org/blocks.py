"""Cut Org into headlines and elements."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from textwrap import dedent

from apps.text.formats.indented import IndentedLists, Marker
from apps.text.formats.nodes import MAX_DEPTH, Cell, Node, NodeKind, filled_rows
from apps.text.formats.org import patterns

_CODE = frozenset({"src", "example", "comment", "export", "latex", "ascii"})
_GROUPS = {"quote": NodeKind.QUOTE, "verse": NodeKind.VERSE}
_CALLOUTS = frozenset({"note", "tip", "important", "warning", "caution"})
_NOT_SHOWN = frozenset({"comment"})
_SHOWN_KEYWORDS = frozenset({"caption"})


class BlockReader:
    """Reads the elements between headlines; the lines of each part are cut free of their margin."""

    def __init__(self) -> None:
        self._lists = IndentedLists(_mark, self.read, most_blank=2)

    def read(self, texts: Sequence[str], base: int, depth: int = 0) -> tuple[Node, ...]:
        """Return the elements of some lines; `base` is the number of the first in the file."""
        if depth > MAX_DEPTH:
            return (Node(NodeKind.PARAGRAPH, base, base + len(texts), "\n".join(texts), base),)
        ends = _block_ends(texts)
        nodes: list[Node] = []
        at = 0
        while at < len(texts):
            if not texts[at]:
                at += 1
                continue
            node = self._element(texts, at, base, depth, ends)
            nodes.append(node)
            at = node.last - base
        return tuple(nodes)

    def _element(
        self, texts: Sequence[str], at: int, base: int, depth: int, ends: dict[str, list[int]]
    ) -> Node:
        text = texts[at]
        if text.lstrip(" ")[0] in "#:":
            node = self._marked(texts, at, base, depth, ends)
            if node is not None:
                return node
        if patterns.PLANNING.match(text):
            return Node(NodeKind.HIDDEN, base + at, base + at + 1)
        if patterns.RULE.match(text):
            return Node(NodeKind.RULE, base + at, base + at + 1)
        if patterns.TABLE.match(text):
            return _table(texts, at, base)
        found = self._lists.list_at(texts, at, base, depth)
        if found is not None:
            return found
        end = at + 1
        while end < len(texts) and texts[end] and not self._interrupts(texts[end], end, ends):
            end += 1
        kind = NodeKind.NOTE if patterns.FOOTNOTE.match(text) else NodeKind.PARAGRAPH
        return Node(kind, base + at, base + end, "\n".join(texts[at:end]), base + at)

    def _marked(
        self, texts: Sequence[str], at: int, base: int, depth: int, ends: dict[str, list[int]]
    ) -> Node | None:
        """Return the element that a line with `#` or a colon opens, or None."""
        text = texts[at]
        if found := patterns.BEGIN.match(text):
            end = _end_of(ends, found[1], at)
            if end is not None:
                return self._block(texts, at, end, base, depth)
        elif patterns.DYNAMIC.match(text) or patterns.COMMENT.match(text):
            return Node(NodeKind.HIDDEN, base + at, base + at + 1)
        elif found := patterns.KEYWORD.match(text):
            if found[1].lower() in _SHOWN_KEYWORDS and found[2]:
                return Node(NodeKind.CAPTION, base + at, base + at + 1, found[2], base + at)
            return Node(NodeKind.HIDDEN, base + at, base + at + 1)
        elif found := patterns.DRAWER.match(text):
            end = _end_of(ends, ":end:", at)
            if end is not None and found[1].lower() != "end":
                return Node(NodeKind.HIDDEN, base + at, base + end + 1)
        elif patterns.FIXED.match(text):
            return _fixed(texts, at, base)
        return None

    def _block(self, texts: Sequence[str], at: int, end: int, base: int, depth: int) -> Node:
        found = patterns.BEGIN.match(texts[at])
        assert found is not None
        name, argument = found[1].lower(), (found[2] or "").split()
        inner, first, last = list(texts[at + 1 : end]), base + at, base + end + 1
        if name in _NOT_SHOWN:
            return Node(NodeKind.HIDDEN, first, last)
        if name in _CODE:
            content = patterns.ESCAPED.sub(r"\1", dedent("\n".join(inner)))
            if name == "export" and argument[:1] == ["html"]:
                return Node(NodeKind.HTML, first, last, content, first + 1)
            language = argument[0] if argument and name in ("src", "export") else ""
            content += "\n" if inner else ""
            return Node(NodeKind.CODE, first, last, content, first + 1, name=language)
        if name == "verse":
            return Node(NodeKind.VERSE, first, last, "\n".join(inner), first + 1)
        kind = NodeKind.CALLOUT if name in _CALLOUTS else _GROUPS.get(name, NodeKind.GROUP)
        margin = min((len(t) - len(t.lstrip(" ")) for t in inner if t), default=0)
        children = self.read([text[margin:] for text in inner], first + 1, depth + 1)
        return Node(kind, first, last, name=name, children=children)

    def _interrupts(self, text: str, at: int, ends: dict[str, list[int]]) -> bool:
        """Tell whether a line ends the paragraph before it."""
        lead = text.lstrip(" ")[0]
        if lead == "|":
            return True
        if lead in "#:":
            if found := patterns.BEGIN.match(text):
                return _end_of(ends, found[1], at) is not None
            return bool(patterns.KEYWORD.match(text) or patterns.FIXED.match(text))
        return patterns.RULE.match(text) is not None or _mark(text) is not None


def _block_ends(texts: Sequence[str]) -> dict[str, list[int]]:
    """Return the lines that end blocks and drawers, by name."""
    ends: defaultdict[str, list[int]] = defaultdict(list)
    for number, text in enumerate(texts):
        lowered = text.strip().lower() if text else ""
        if lowered == ":end:":
            ends[lowered].append(number)
        elif lowered.startswith("#+end_") and (found := patterns.END.match(text)):
            ends[found[1].lower()].append(number)
    return ends


def _end_of(ends: dict[str, list[int]], name: str, at: int) -> int | None:
    places = ends.get(name.lower(), [])
    place = bisect_left(places, at + 1)
    return places[place] if place < len(places) else None


def _fixed(texts: Sequence[str], at: int, base: int) -> Node:
    """Return the lines that begin with a colon, as code without it."""
    lines: list[str] = []
    end = at
    while end < len(texts) and texts[end] and (found := patterns.FIXED.match(texts[end])):
        lines.append(found[1] or "")
        end += 1
    return Node(NodeKind.CODE, base + at, base + end, "\n".join(lines) + "\n", base + at)


def _table(texts: Sequence[str], at: int, base: int) -> Node:
    """Return a table; rows before the first rule are its header, of which the first is kept."""
    rows: list[tuple[Cell, ...]] = []
    end, head = at, 0
    while end < len(texts) and texts[end] and patterns.TABLE.match(texts[end]):
        if patterns.TABLE_RULE.match(texts[end]):
            head = head or (1 if len(rows) == 1 else 0)
        else:
            cells = texts[end].strip().strip("|").split("|")
            rows.append(tuple(Cell(cell.strip(), base + end) for cell in cells[:500]))
        end += 1
    width = max(map(len, rows), default=0)
    filled = filled_rows(rows, width)
    return Node(NodeKind.TABLE, base + at, base + end, rows=filled, head=head)


def _mark(text: str) -> Marker | None:
    """Return the marker of the item that a line opens, or None."""
    found = patterns.ITEM.match(text) if text else None
    if found is None:
        return None
    sign, rest = found[2], found[4]
    kind = "ul" if sign in "-+*" else "ol"
    term = patterns.TERM.match(rest) if kind == "ul" else None
    box = {"[ ]": "\u2610 ", "[-]": "\u2610 "}.get((found[3] or "").strip().upper(), "\u2611 ")
    shown = (box if found[3] else "") + rest
    if term is not None:
        return Marker(len(found[1]), found.start(4), "dl", "dl", term[1], term[2] or "")
    return Marker(len(found[1]), found.start(4), kind, kind, "", shown)
