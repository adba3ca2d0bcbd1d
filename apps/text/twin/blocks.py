"""A page as Markdown: from its safe HTML, whatever its source was written in.

ATX headings, fences, lists, links, images, quotes, GitHub's alerts and tables of one line a cell
(GitHub Flavored Markdown Spec); what Markdown has no form for stays text.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from apps.text.twin.spans import span_text
from apps.text.twin.tree import Child, Element, read_tree

HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    {
        *("p", "ul", "ol", "dl", "pre", "table", "blockquote", "hr", "div", "section", "details"),
        *("figure", "figcaption", "summary", "caption", *HEADINGS),
    }
)
_ALERTS = ("note", "tip", "important", "warning", "caution")
_TICKS = re.compile(r"`{3,}")
# What the label of a diagram's source says behind its language.
_DRAWN = " diagram (source)"
_STARTING = re.compile(
    r"(?m)^(#{1,6}(?=\s|$)|[-+>](?=\s|$)|(?:={2,}|-{2,})$|\d{1,9}(?=[.)](?:\s|$)))"
)
_DIGITS = re.compile(r"\\(\d+)")


def html_to_markdown(html: str) -> str:
    """The Markdown of a page's safe HTML; links and images lead where they led."""
    text = "\n\n".join(_blocks(read_tree(html).children))
    return f"{text}\n" if text else ""


def _blocks(children: Iterable[Child]) -> list[str]:
    """The blocks among some children, runs of anything else being paragraphs."""
    found: list[str] = []
    run: list[Child] = []
    for child in children:
        if isinstance(child, Element) and child.tag in _BLOCKS:
            found += _paragraph(run)
            run = []
            found += _block(child)
        else:
            run.append(child)
    return [*found, *_paragraph(run)]


def _paragraph(run: Sequence[Child]) -> list[str]:
    text = span_text(run).strip()
    if not text:
        return []
    return [_DIGITS.sub(r"\1\\", _STARTING.sub(r"\\\1", text))]


def _block(element: Element) -> list[str]:
    write = _WRITERS.get(element.tag)
    if write is not None:
        return write(element)
    if element.has_class("callout"):
        return _alert(element)
    if element.has_class("code-block"):
        return _labelled_code(element)
    return _blocks(element.children)


def _heading(element: Element) -> list[str]:
    text = " ".join(span_text(element.children).split())
    return [f"{'#' * HEADINGS[element.tag]} {text}"] if text else []


def _titled(element: Element) -> list[str]:
    return [f"**{text}**" for text in _paragraph(element.children)]


def _labelled_code(element: Element) -> list[str]:
    labels = [one.text().strip() for one in element.elements("div") if one.has_class("code-label")]
    label = labels[0].lower().removesuffix(_DRAWN) if labels else ""
    language = re.sub(r"[^\w+#.-]", "", label)
    return [_fence(pre.text(), language) for pre in element.elements("pre")]


def _fence(code: str, language: str = "") -> str:
    longest = max((len(found) for found in _TICKS.findall(code)), default=2)
    ticks = "`" * (longest + 1)
    return f"{ticks}{language}\n{code.rstrip()}\n{ticks}"


def _quoted(blocks: Sequence[str]) -> list[str]:
    lines = "\n\n".join(blocks).split("\n") if blocks else []
    return ["\n".join(f"> {line}".rstrip() for line in lines)] if lines else []


def _alert(element: Element) -> list[str]:
    """GitHub's form of a note; a title of its own stands first in it."""
    kind = next((one for one in _ALERTS if element.has_class(f"callout-{one}")), "note")
    titles = [one for one in element.elements("p") if one.has_class("callout-title")]
    rest = _blocks(child for child in element.children if child not in titles)
    title = span_text(titles[0].children).strip() if titles else ""
    if title and title.lower() != kind:
        rest.insert(0, f"**{title}**")
    [quoted] = _quoted(rest) or [""]
    return [f"> [!{kind.upper()}]\n{quoted}".rstrip()]


def _list(element: Element) -> list[str]:
    items = element.elements("li")
    start = element.attributes.get("start", "1")
    first = int(start) if start.isascii() and start.isdecimal() and len(start) < 9 else 1
    own = [_blocks(_without_lists(item)) for item in items]
    # A list of single blocks and the lists below them needs no blank lines.
    is_tight = all(len(blocks) <= 1 for blocks in own)
    between = "\n" if is_tight else "\n\n"
    found = []
    for number, (item, blocks) in enumerate(zip(items, own, strict=True), first):
        below = [block for one in _lists(item) for block in _list(one)]
        mark = f"{number}. " if element.tag == "ol" else "- "
        found.append(
            _hanging(mark, [*blocks, *below] if is_tight else _blocks(item.children), between)
        )
    return [between.join(found)] if found else []


def _without_lists(item: Element) -> list[Child]:
    lists = set(_lists(item))
    return [child for child in item.children if child not in lists]


def _lists(item: Element) -> list[Element]:
    return item.elements("ul", "ol")


def _hanging(mark: str, blocks: Sequence[str], between: str) -> str:
    """Blocks behind a mark, indented below it."""
    lines = between.join(blocks).split("\n")
    indent = " " * len(mark)
    rest = (f"{indent}{line}" if line else "" for line in lines[1:])
    return "\n".join([f"{mark}{lines[0]}".rstrip(), *rest])


def _definitions(element: Element) -> list[str]:
    """Terms as items of a list, with what is said of them below."""
    items: list[list[str]] = []
    for child in element.elements("dt", "dd"):
        if child.tag == "dt":
            items.append([f"**{span_text(child.children).strip()}**"])
        else:
            items = items or [[]]
            items[-1] += _blocks(child.children)
    found = [_hanging("- ", blocks, "\n\n") for blocks in items if blocks]
    return ["\n\n".join(found)] if found else []


def _table(element: Element) -> list[str]:
    captions = [block for one in element.elements("caption") for block in _block(one)]
    parts = [element, *element.elements("thead", "tbody", "tfoot")]
    rows = [_cells(row) for part in parts for row in part.elements("tr")]
    if not rows:
        return captions
    width = max(map(len, rows))
    has_head = any(part.tag == "thead" for part in parts) or bool(
        element.elements("tr") and element.elements("tr")[0].elements("th")
    )
    head, body = (rows[0], rows[1:]) if has_head else ([], rows)
    lines = [_row(head, width), f"|{' --- |' * width}", *(_row(row, width) for row in body)]
    return [*captions, "\n".join(lines)]


def _cells(row: Element) -> list[str]:
    texts = (span_text(cell.children) for cell in row.elements("td", "th"))
    return [" ".join(text.replace("|", "\\|").replace("\\\n", " ").split()) for text in texts]


def _row(cells: Sequence[str], width: int) -> str:
    return f"| {' | '.join([*cells, *[''] * (width - len(cells))])} |"


_WRITERS: dict[str, Callable[[Element], list[str]]] = {
    **dict.fromkeys(HEADINGS, _heading),
    **dict.fromkeys(("summary", "figcaption", "caption"), _titled),
    "p": lambda element: _paragraph(element.children),
    "hr": lambda _: ["---"],
    "pre": lambda element: [_fence(element.text())],
    "ul": _list,
    "ol": _list,
    "dl": _definitions,
    "table": _table,
    "blockquote": lambda element: _quoted(_blocks(element.children)),
}
