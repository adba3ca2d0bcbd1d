"""The header of an AsciiDoc document: title, author, revision, attributes."""

from collections.abc import Iterable, Sequence

from apps.text.formats.asciidoc import patterns
from apps.text.formats.asciidoc.attributes import BlockAttributes
from apps.text.formats.asciidoc.blocks import BlockReader
from apps.text.formats.nodes import Node, NodeKind

_SPOKEN = ("author", "revision")


def read_header(reader: BlockReader, begin: int) -> tuple[list[Node], dict[str, str]] | None:
    """Return the nodes and values of the header from line `begin` on, None without a title.

    The lines under the title up to a blank one are author, revision and attributes.
    """
    nodes: list[Node] = []
    at, attributes, count = begin, BlockAttributes(), len(reader.texts)
    while at < count:
        if not reader.texts[at]:
            at += 1
            continue
        node = reader.metadata(at, attributes)
        if node is None and reader.texts[at].startswith("////"):
            node = reader.block(at, count, 0, attributes)
        if node is None:
            break
        nodes.append(node)
        at = node.last
    title = reader.title(at, count, 0, attributes) if at < count else None
    if title is None or title.level != 1 or title.kind is not NodeKind.HEADING:
        return None
    nodes.append(title)
    spoken: dict[str, str] = {}
    at = title.last
    while at < count and (text := reader.texts[at]) and len(spoken) <= len(_SPOKEN):
        node = reader.metadata(at, attributes)
        if node is None:
            if len(spoken) == len(_SPOKEN) or patterns.DELIMITER.match(text) or text[0] in "[=":
                break
            spoken[_SPOKEN[len(spoken)]] = text
            node = Node(NodeKind.PARAGRAPH, at, at + 1, text, at)
        nodes.append(node)
        at = node.last
    return nodes, spoken | attribute_values(reader.texts, nodes)


def attribute_values(texts: Sequence[str], nodes: Iterable[Node]) -> dict[str, str]:
    """Return the attributes that are set in hidden lines; `:!name:` takes one back."""
    values: dict[str, str] = {}
    for node in nodes:
        found = patterns.ATTRIBUTE.match(texts[node.first])
        if node.kind is not NodeKind.HIDDEN or found is None:
            continue
        name = found[1].strip("!").lower()
        rest = texts[node.first + 1 : node.last]
        value = " ".join(line.removesuffix("\\").strip() for line in [found[2] or "", *rest])
        if "!" in found[1]:
            values.pop(name, None)
        else:
            values[name] = value.strip()
    return values
