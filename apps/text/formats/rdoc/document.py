"""An RDoc document from its source."""

import re
from collections.abc import Sequence

from apps.text.formats.indented import IndentedLists, Marker
from apps.text.formats.inline import visible
from apps.text.formats.lined import Lined
from apps.text.formats.nodes import MAX_DEPTH, Node, NodeKind, walk
from apps.text.formats.outline import Outline, structured
from apps.text.formats.rdoc.inlines import RDOC_GRAMMAR
from apps.text.structure import ParsedDocument

_HEADING = re.compile(r"(={1,6})[ \t]*([^\s=].*)\Z")
_RULE = re.compile(r"-{3,}\Z")
_DIRECTIVE = re.compile(r":([a-z][\w-]*):(?:[ \t]+(.*))?\Z")
_BULLET = re.compile(r"( *)([-*])[ \t]+(\S.*)\Z")
_NUMBER = re.compile(r"( *)([0-9]+|[a-zA-Z])\.[ \t]+(\S.*)\Z")
_LABEL = re.compile(r"( *)\[([^\[\]]{1,300})\](?:[ \t]+(.*))?\Z")
_NOTE = re.compile(r"( *)(\S[^\n]{0,300}?)::(?:[ \t]+(.*))?\Z")
_TITLES = (NodeKind.HEADING, NodeKind.DISCRETE)


def parse_rdoc(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of RDoc `source`; `:title:` and other directives are the metadata."""
    return structured(source, format_name, read_rdoc(source))


def read_rdoc(source: str) -> Outline:
    """Return a document as its blocks and inline rules."""
    lines = Lined(source)
    nodes = _Reader().read(lines.texts, 0)
    values: dict[str, str] = {}
    for node in nodes:
        found = _DIRECTIVE.match(lines.texts[node.first])
        if node.kind is NodeKind.HIDDEN and found:
            values.setdefault(found[1], (found[2] or "").strip())
    targets: dict[str, int] = {}
    for place, node in enumerate(node for node in walk(nodes) if node.kind in _TITLES):
        targets.setdefault(visible(RDOC_GRAMMAR.read(node.text)), place)
    return Outline(
        lines=lines,
        nodes=nodes,
        grammar=RDOC_GRAMMAR,
        values=dict(values),
        title=values.get("title") or None,
        targets=targets,
    )


class _Reader:
    """Reads lines cut free of their margin: what is indented is shown as it stands."""

    def __init__(self) -> None:
        self._lists = IndentedLists(_mark, self.read, most_blank=1000)

    def read(self, texts: Sequence[str], base: int, depth: int = 0) -> tuple[Node, ...]:
        """Return the blocks of some lines; `base` is the number of the first in the file."""
        if depth > MAX_DEPTH:
            return (Node(NodeKind.PARAGRAPH, base, base + len(texts), "\n".join(texts), base),)
        nodes: list[Node] = []
        at = 0
        while at < len(texts):
            if not texts[at]:
                at += 1
                continue
            node = self._block(texts, at, base, depth)
            nodes.append(node)
            at = node.last - base
        return tuple(nodes)

    def _block(self, texts: Sequence[str], at: int, base: int, depth: int) -> Node:
        text = texts[at]
        if text[0] == " ":
            return _verbatim(texts, at, base)
        if found := _HEADING.match(text):
            kind = NodeKind.DISCRETE if depth else NodeKind.HEADING
            level, title = len(found[1]), found[2].strip()
            return Node(kind, base + at, base + at + 1, title, base + at, level)
        if _RULE.match(text):
            return Node(NodeKind.RULE, base + at, base + at + 1)
        if found := _DIRECTIVE.match(text):
            kind = NodeKind.DIRECTIVE if found[1] == "include" else NodeKind.HIDDEN
            return Node(kind, base + at, base + at + 1, text, base + at)
        if text.startswith(">>>"):
            return self._quote(texts, at, base, depth)
        found_list = self._lists.list_at(texts, at, base, depth)
        if found_list is not None:
            return found_list
        end = at + 1
        while end < len(texts) and texts[end][:1] not in ("", " ") and not _interrupts(texts[end]):
            end += 1
        paragraph = "\n".join(texts[at:end])
        return Node(NodeKind.PARAGRAPH, base + at, base + end, paragraph, base + at)

    def _quote(self, texts: Sequence[str], at: int, base: int, depth: int) -> Node:
        end = _indented_end(texts, at + 1)
        margins = [len(t) - len(t.lstrip(" ")) for t in texts[at + 1 : end] if t]
        margin = min(margins, default=0)
        inner = [text[margin:] for text in texts[at + 1 : end]]
        children = self.read(inner, base + at + 1, depth + 1)
        return Node(NodeKind.QUOTE, base + at, base + end, children=children)


def _verbatim(texts: Sequence[str], at: int, base: int) -> Node:
    end = _indented_end(texts, at)
    lines = texts[at:end]
    margin = min(len(line) - len(line.lstrip(" ")) for line in lines if line)
    text = "\n".join(line[margin:] for line in lines) + "\n"
    return Node(NodeKind.CODE, base + at, base + end, text, base + at)


def _indented_end(texts: Sequence[str], at: int) -> int:
    """Return the line behind the last indented one from `at` on, blank lines between."""
    end = at
    while at < len(texts) and texts[at][:1] in ("", " "):
        at += 1
        if texts[at - 1]:
            end = at
    return end


def _interrupts(text: str) -> bool:
    is_block = _HEADING.match(text) or _RULE.match(text) or text.startswith(">>>")
    return bool(is_block) or _mark(text) is not None


def _mark(text: str) -> Marker | None:
    """Return the marker of the item that a line opens, or None."""
    if found := _BULLET.match(text):
        return Marker(len(found[1]), found.start(3), "ul", "bullet", "", found[3])
    if found := _NUMBER.match(text):
        key = "number" if found[2].isdigit() else "letter"
        return Marker(len(found[1]), found.start(3), "ol", key, "", found[3])
    for key, pattern in (("label", _LABEL), ("note", _NOTE)):
        if found := pattern.match(text):
            column = found.start(3) if found[3] else 10_000
            return Marker(len(found[1]), column, "dl", key, found[2], found[3] or "")
    return None
