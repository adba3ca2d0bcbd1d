"""Cut AsciiDoc into its blocks, in the order of tests that Asciidoctor's parser has.

Nothing is included and no condition is evaluated: both kinds of directives stay where they are.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence

from apps.text.formats.asciidoc import patterns
from apps.text.formats.asciidoc.attributes import BlockAttributes
from apps.text.formats.asciidoc.lists import ListReader
from apps.text.formats.asciidoc.tables import table_rows
from apps.text.formats.nodes import MAX_DEPTH, Node, NodeKind

_ADMONITIONS = frozenset({"NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"})
_CODE_STYLES = frozenset({"source", "listing", "literal", "stem", "latexmath", "asciimath"})
_GROUPS = {"=": NodeKind.GROUP, "*": NodeKind.GROUP, "_": NodeKind.QUOTE, "~": NodeKind.GROUP}


class BlockReader:
    """Reads the lines of one document, whose ends are cut."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self._ends: defaultdict[str, list[int]] = defaultdict(list)
        for number, text in enumerate(texts):
            if text and patterns.DELIMITER.match(text):
                self._ends[text].append(number)
        self._lists = ListReader(self)

    def read(self, first: int, last: int, depth: int = 0) -> list[Node]:
        """Return the blocks of some lines; titles open sections only at the top (depth 0)."""
        nodes: list[Node] = []
        at, attributes = first, BlockAttributes()
        while at < last:
            text = self.texts[at]
            if not text:
                at += 1
            elif (node := self.metadata(at, attributes)) is not None:
                nodes.append(node)
                at = node.last
            else:
                node = self.block(at, last, depth, attributes)
                nodes.append(node)
                at, attributes = node.last, BlockAttributes()
        return nodes

    def metadata(self, at: int, attributes: BlockAttributes) -> Node | None:
        """Return the node of a line that belongs to the next block or to none."""
        text = self.texts[at]
        if patterns.COMMENT.match(text) or patterns.CONDITIONAL.match(text):
            return Node(NodeKind.HIDDEN, at, at + 1)
        if patterns.ATTRIBUTE.match(text):
            return Node(NodeKind.HIDDEN, at, self._attribute_end(at))
        if found := patterns.BLOCK_ID.match(text):
            attributes.name = found[1]
            return Node(NodeKind.HIDDEN, at, at + 1)
        if found := patterns.BLOCK_ATTRIBUTES.match(text):
            attributes.read(found[1])
            return Node(NodeKind.HIDDEN, at, at + 1)
        if (found := patterns.BLOCK_TITLE.match(text)) and not patterns.DELIMITER.match(text):
            return Node(NodeKind.CAPTION, at, at + 1, found[1], at)
        return None

    def block(self, at: int, last: int, depth: int, attributes: BlockAttributes) -> Node:
        """Return the block that begins at a line that is neither blank nor metadata."""
        text = self.texts[at]
        title = self.title(at, last, depth, attributes)
        if title is not None:
            return title
        if patterns.DELIMITER.match(text):
            return self._delimited(at, last, depth, attributes)
        if patterns.RULE.match(text):
            kind = NodeKind.HIDDEN if text[0] == "<" else NodeKind.RULE
            return Node(kind, at, at + 1)
        if patterns.INCLUDE.match(text):
            return Node(NodeKind.DIRECTIVE, at, at + 1, text, at)
        if found := patterns.BLOCK_MACRO.match(text):
            is_image = found[1] == "image"
            kind = NodeKind.PARAGRAPH if is_image else NodeKind.DIRECTIVE
            return Node(NodeKind.HIDDEN if found[1] == "toc" else kind, at, at + 1, text, at)
        if depth < MAX_DEPTH and (found_list := self._lists.list_at(at, last, depth)) is not None:
            return found_list
        return self._paragraph(at, last, attributes)

    def delimited_end(self, at: int, last: int) -> int:
        """Return the line behind the block that a delimiter opens; an open one takes all."""
        text = self.texts[at]
        ends = self._ends["```" if text.startswith("```") else text]
        place = bisect_left(ends, at + 1)
        return ends[place] + 1 if place < len(ends) and ends[place] < last else last

    def _attribute_end(self, at: int) -> int:
        while self.texts[at].endswith(" \\") and at + 1 < len(self.texts):
            at += 1
        return at + 1

    def title(self, at: int, last: int, depth: int, attributes: BlockAttributes) -> Node | None:
        """Return the title that a line is, alone or underlined, or None."""
        text = self.texts[at]
        is_discrete = attributes.style in ("discrete", "float") or depth > 0
        kind = NodeKind.DISCRETE if is_discrete else NodeKind.HEADING
        name = attributes.name
        if found := patterns.TITLE.match(text):
            mark, title = found[1], found[2].strip()
            if title.endswith(f" {mark}"):
                title = title.removesuffix(mark).rstrip()
            if inner := patterns.BLOCK_ID.search(title):
                name, title = name or inner[1], title[: inner.start()].rstrip() or title
            return Node(kind, at, at + 1, title, at, len(mark), name)
        line = self.texts[at + 1] if at + 1 < last else ""
        if not line or depth > 0 or not patterns.UNDERLINE.match(line):
            return None
        is_title = abs(len(text) - len(line)) < 2 and any(map(str.isalnum, text))
        if not is_title or text[0] in " .":
            return None
        level = patterns.UNDERLINE_LEVELS[line[0]]
        return Node(kind, at, at + 2, text, at, level, name)

    def _delimited(self, at: int, last: int, depth: int, attributes: BlockAttributes) -> Node:
        text = self.texts[at]
        end = self.delimited_end(at, last)
        is_closed = end - 1 > at and self.texts[end - 1] in (text, "```")
        inner = range(at + 1, end - 1 if is_closed else end)
        sign, style = text[0], attributes.style
        if sign == "/":
            return Node(NodeKind.HIDDEN, at, end)
        if sign in "|,:!":
            content = self.texts[inner.start : inner.stop]
            rows, head = table_rows(content, inner.start, text, attributes)
            return Node(NodeKind.TABLE, at, end, rows=rows, head=head)
        if sign in "-.`" and text != "--":
            return self._code(at, end, inner, text.lstrip("`-.") or attributes.language)
        if style in _CODE_STYLES:
            return self._code(at, end, inner, attributes.language)
        if sign == "+":
            content_text = "\n".join(self.texts[inner.start : inner.stop])
            return Node(NodeKind.HTML, at, end, content_text, inner.start)
        if style == "verse":
            content_text = "\n".join(self.texts[inner.start : inner.stop])
            return Node(NodeKind.VERSE, at, end, content_text, inner.start)
        return self._nested(at, end, inner, depth, style)

    def _nested(self, at: int, end: int, inner: range, depth: int, style: str) -> Node:
        kind = NodeKind.CALLOUT if style in _ADMONITIONS else _GROUPS.get(self.texts[at][0])
        kind = kind or (NodeKind.QUOTE if style == "quote" else NodeKind.GROUP)
        if depth >= MAX_DEPTH:
            text = "\n".join(self.texts[at:end])
            return Node(NodeKind.PARAGRAPH, at, end, text, at)
        children = tuple(self.read(inner.start, inner.stop, depth + 1))
        return Node(kind, at, end, name=style.lower(), children=children)

    def _code(self, at: int, end: int, inner: range, language: str) -> Node:
        lines = [patterns.CALLOUT_MARK.sub("", self.texts[number]) for number in inner]
        text = "\n".join(lines) + "\n" if lines else ""
        return Node(NodeKind.CODE, at, end, text, inner.start, name=language)

    def _paragraph(self, at: int, last: int, attributes: BlockAttributes) -> Node:
        end = self._text_end(at, last)
        lines = self.texts[at:end]
        style = attributes.style
        is_literal = lines[0][0] == " "
        if style in _CODE_STYLES or is_literal:
            indent = min(len(line) - len(line.lstrip()) for line in lines)
            text = "\n".join(line[indent:] for line in lines) + "\n"
            return Node(NodeKind.CODE, at, end, text, at, name=attributes.language)
        text = "\n".join(lines)
        if found := patterns.ADMONITION.match(lines[0]):
            text = "\n".join([found[2], *lines[1:]])
            inner = Node(NodeKind.PARAGRAPH, at, end, text, at)
            return Node(NodeKind.CALLOUT, at, end, name=found[1].lower(), children=(inner,))
        if style == "verse":
            return Node(NodeKind.VERSE, at, end, text, at)
        if lines[0].startswith("> "):
            text = "\n".join(line.removeprefix(">").lstrip() for line in lines)
            style = "quote"
        paragraph = Node(NodeKind.PARAGRAPH, at, end, text, at)
        if style in _ADMONITIONS or style == "quote":
            kind = NodeKind.QUOTE if style == "quote" else NodeKind.CALLOUT
            return Node(kind, at, end, name=style.lower(), children=(paragraph,))
        return paragraph

    def _text_end(self, at: int, last: int) -> int:
        """Return the line behind a paragraph: blank, a delimiter, attributes or a directive."""
        end = at + 1
        while end < last and (text := self.texts[end]) and not self.interrupts(text):
            end += 1
        return end

    def interrupts(self, text: str) -> bool:
        """Tell whether a line ends the paragraph before it."""
        if text[0] == "[":
            found = patterns.BLOCK_ATTRIBUTES.match(text) or patterns.BLOCK_ID.match(text)
            return found is not None
        if text[0] in "ie" and "::" in text:
            return bool(patterns.CONDITIONAL.match(text) or patterns.INCLUDE.match(text))
        return patterns.DELIMITER.match(text) is not None
