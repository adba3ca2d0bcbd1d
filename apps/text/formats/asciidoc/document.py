"""An AsciiDoc document from its source."""

from collections.abc import Sequence

from apps.text.formats.asciidoc.blocks import BlockReader
from apps.text.formats.asciidoc.header import attribute_values, read_header
from apps.text.formats.asciidoc.inlines import asciidoc_grammar
from apps.text.formats.asciidoc.values import author_values, known_values
from apps.text.formats.inline import Grammar, visible
from apps.text.formats.lined import Lined
from apps.text.formats.nodes import Node, NodeKind, walk
from apps.text.formats.outline import Outline, structured
from apps.text.front_matter import FrontMatter, split_front_matter
from apps.text.structure import ParsedDocument

_HEADINGS = (NodeKind.HEADING, NodeKind.DISCRETE)
_JOINED = str.maketrans(dict.fromkeys(" -.", "_"))


def parse_asciidoc(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of AsciiDoc `source`; nothing is included or evaluated.

    The attributes of the header are the metadata; `{name}` in text stands for their value.
    """
    return structured(source, format_name, read_asciidoc(source))


def read_asciidoc(source: str) -> Outline:
    """Return a document as its blocks and inline rules."""
    lines = Lined(source)
    front = split_front_matter(source)
    nodes = [_front_node(lines, source, front)] if front else []
    begin = nodes[0].last if nodes else 0
    reader = BlockReader(lines.texts)
    header = read_header(reader, begin)
    values: dict[str, str] = {}
    if header is not None:
        nodes += header[0]
        values = header[1]
        begin = nodes[-1].last
    nodes += reader.read(begin, len(lines.texts))
    author = author_values(values.get("author", ""))
    known = known_values(author | attribute_values(lines.texts, nodes) | values | author, source)
    grammar = asciidoc_grammar(known)
    return Outline(
        lines=lines,
        nodes=tuple(nodes),
        grammar=grammar,
        values={**(front.values if front else {}), **values},
        error=front.error if front else None,
        targets=_targets([n for n in walk(nodes) if n.kind in _HEADINGS], grammar),
    )


def _front_node(lines: Lined, source: str, front: FrontMatter) -> Node:
    start, end = (len(source[:place].encode()) for place in (front.start, front.end))
    first, last = lines.index.line_of(start) - 1, lines.index.line_of(end - 1)
    return Node(NodeKind.FRONT_MATTER, first, last)


def _targets(headings: Sequence[Node], grammar: Grammar) -> dict[str, int]:
    """Return the names that lead to headings: ids as Asciidoctor makes them, and titles."""
    targets: dict[str, int] = {}
    for place, node in enumerate(headings):
        title = visible(grammar.read(node.text))
        kept = "".join(sign for sign in title.lower() if sign.isalnum() or sign in " -._")
        joined = "_".join(part for part in kept.translate(_JOINED).split("_") if part)
        for name in (node.name, f"_{joined}", title):
            targets.setdefault(name, place)
    return targets
