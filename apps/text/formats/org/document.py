"""An Org document from its source."""

from collections.abc import Iterator, Sequence

from apps.text.formats.inline import visible
from apps.text.formats.lined import Lined
from apps.text.formats.nodes import Node, NodeKind
from apps.text.formats.org import patterns
from apps.text.formats.org.blocks import BlockReader
from apps.text.formats.org.inlines import ORG_GRAMMAR
from apps.text.formats.outline import Outline, structured
from apps.text.structure import ParsedDocument

_STATES = frozenset({"TODO", "DONE"})
_STATE_KEYWORDS = frozenset({"todo", "seq_todo", "typ_todo"})
_OF_ELEMENTS = frozenset(
    {"caption", "header", "include", "name", "plot", "results", "tblfm", "macro", "call", "index"}
)
_DEEPEST_LEVEL = 100


def parse_org(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of Org `source`; no code is run and nothing is included.

    Keywords (`#+TITLE:` and the like) are the metadata, those at the top the front matter. A block
    is whole even if lines in it look like headlines, for which Emacs would ask for a comma.
    """
    return structured(source, format_name, read_org(source))


def read_org(source: str) -> Outline:
    """Return a document as its blocks and inline rules."""
    lines = Lined(source)
    texts = lines.texts
    values, states = _keywords(texts)
    front = _front_end(texts)
    nodes: list[Node] = [Node(NodeKind.FRONT_MATTER, _first_text(texts), front)] if front else []
    headings: list[Node] = []
    targets: dict[str, int] = {}
    reader = BlockReader()
    starts = list(_headlines(texts, front))
    edges = [*starts, len(texts)]
    nodes += reader.read(texts[front : edges[0]], front)
    for at, end in zip(starts, edges[1:], strict=True):
        properties = _properties(texts, at + 1, end)
        heading = _heading(texts[at], at, states, properties.get("custom_id", ""))
        for name in (visible(ORG_GRAMMAR.read(heading.text)), *_names(properties)):
            targets.setdefault(name, len(headings))
        headings.append(heading)
        nodes.append(heading)
        nodes += reader.read(texts[at + 1 : end], at + 1)
    title = values.get("title", "")
    return Outline(
        lines=lines,
        nodes=tuple(nodes),
        grammar=ORG_GRAMMAR,
        values=dict(values),
        title=visible(ORG_GRAMMAR.read(title)) or None,
        targets=targets,
    )


def _names(properties: dict[str, str]) -> Iterator[str]:
    if "custom_id" in properties:
        yield properties["custom_id"]
    if "id" in properties:
        yield f"id:{properties['id']}"


def _keywords(texts: Sequence[str]) -> tuple[dict[str, str], frozenset[str]]:
    """Return the keywords of the document, and the words that tell a headline's state."""
    values: dict[str, str] = {}
    states = set(_STATES)
    for text in texts:
        found = patterns.KEYWORD.match(text) if text.lstrip(" ").startswith("#+") else None
        if found is None:
            continue
        name, value = found[1].lower(), (found[2] or "").strip()
        if name in _STATE_KEYWORDS:
            words = value.replace("|", " ").split()
            states.update(word.partition("(")[0] for word in words)
        if name == "title" and values.get("title"):
            values["title"] += f" {value}"
        elif name not in _OF_ELEMENTS and not name.startswith("attr_"):
            values.setdefault(name, value)
    return values, frozenset(states)


def _first_text(texts: Sequence[str]) -> int:
    return next(number for number, text in enumerate(texts) if text)


def _front_end(texts: Sequence[str]) -> int:
    """Return the line behind the keywords and comments at the top, 0 without any."""
    end = 0
    for number, text in enumerate(texts):
        if not text:
            continue
        is_block = patterns.BEGIN.match(text) or patterns.DYNAMIC.match(text)
        if is_block or not (patterns.KEYWORD.match(text) or patterns.COMMENT.match(text)):
            break
        end = number + 1
    return end


def _headlines(texts: Sequence[str], first: int) -> Iterator[int]:
    """Yield the lines of headlines, those inside of blocks left out.

    A block that is begun anew before its end was never closed: blocks of one name do not nest.
    """
    edges = _block_edges(texts, first)
    inside = -1
    for number in range(first, len(texts)):
        text = texts[number]
        if number <= inside or not text:
            continue
        if text[0] == "*" and patterns.HEADLINE.match(text):
            yield number
        elif number in edges:
            inside = edges[number]


def _block_edges(texts: Sequence[str], first: int) -> dict[int, int]:
    """Return the line of the end for the line of each begin that has one."""
    edges: dict[int, int] = {}
    ends: dict[str, int] = {}
    for number in range(len(texts) - 1, first - 1, -1):
        text = texts[number]
        if "#+" not in text:
            continue
        if found := patterns.END.match(text):
            ends[found[1].lower()] = number
        elif found := patterns.BEGIN.match(text):
            end = ends.pop(found[1].lower(), None)
            if end is not None:
                edges[number] = end
    return edges


def _properties(texts: Sequence[str], first: int, last: int) -> dict[str, str]:
    """Return the property drawer right below a headline, names in lower case."""
    at, found = first, {}
    while at < last and (not texts[at] or patterns.PLANNING.match(texts[at])):
        at += 1
    if at >= last or texts[at].strip().lower() != ":properties:":
        return {}
    for text in texts[at + 1 : last]:
        line = patterns.PROPERTY.match(text)
        if line is None:
            break
        found[line[1].lower()] = line[2].strip()
    return found


def _heading(text: str, at: int, states: frozenset[str], name: str) -> Node:
    """Return a headline without its state, priority and tags."""
    found = patterns.HEADLINE.match(text)
    assert found is not None
    stars, title = found[1], found[2].strip()
    word, _, rest = title.partition(" ")
    title = rest.strip() if word in states else title
    title = patterns.PRIORITY.sub("", title, count=1) if title.startswith("[#") else title
    title = title.removeprefix("COMMENT ") if title.startswith("COMMENT ") else title
    title = patterns.TAGS.sub("", title)
    level = min(len(stars), _DEEPEST_LEVEL)
    return Node(NodeKind.HEADING, at, at + 1, title.strip(), at, level, name)
