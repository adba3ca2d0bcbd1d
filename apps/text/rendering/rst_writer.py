"""Write a docutils tree as the same HTML that Markdown gives."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from docutils import nodes

from apps.text.rendering.canvas import Canvas
from apps.text.rendering.code import CodeWriter
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.inline_text import with_bare_links
from apps.text.rendering.rst_tags import CALLOUT_KINDS, PAIRS, SILENT
from apps.text.structure import Heading

_LINKLESS = (nodes.reference, nodes.literal, nodes.footnote_reference, nodes.citation_reference)
_Visitor = Callable[[nodes.Element], None]


class RstWriter:
    """Writes one document; `headings` are the parser's and give the sections their anchors."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings = {heading.line: heading for heading in headings}
        self._canvas = Canvas()
        self._code = CodeWriter()
        self._level = 0
        self._anchors: dict[str, str] = {}
        self._names: Mapping[str, str | None] = {}
        self._visitors: dict[str, _Visitor] = {
            "section": self._section,
            "title": self._title,
            "literal_block": self._literal_block,
            "doctest_block": self._literal_block,
            "math_block": self._literal_block,
            "reference": self._reference,
            "target": self._target,
            "image": self._image,
            "enumerated_list": self._enumerated_list,
            "footnote": self._footnote,
            "citation": self._footnote,
            "footnote_reference": self._reference,
            "citation_reference": self._reference,
            "inline": self._inline,
            "transition": self._transition,
            "system_message": self._system_message,
            "problematic": self._problematic,
            "admonition": self._admonition,
            "topic": self._admonition,
            "sidebar": self._admonition,
            **dict.fromkeys(CALLOUT_KINDS, self._admonition),
        }

    def html(self, document: nodes.document) -> str:
        """Return the HTML of a whole tree, not yet sanitised."""
        for section in document.findall(nodes.section):
            heading = self._heading(section)
            if heading is not None:
                ids: list[str] = section["ids"]
                self._anchors.update(dict.fromkeys(ids, heading.anchor))
        self._names = document.nameids
        self._children(document)
        return self._canvas.html()

    def _visit(self, node: nodes.Node) -> None:
        name = type(node).__name__
        if isinstance(node, nodes.Text):
            self._canvas.add(self._text(node))
        elif not isinstance(node, nodes.Element) or name in SILENT:
            return
        elif (visitor := self._visitors.get(name)) is not None:
            visitor(node)
        else:
            self._wrapped(node, *PAIRS.get(name, ("", "")))

    def _text(self, text: nodes.Text) -> str:
        if isinstance(text.parent, _LINKLESS):
            return escape(text.astext(), quote=False)
        return with_bare_links(text.astext())

    def _children(self, node: nodes.Element) -> None:
        for child in node.children:
            self._visit(child)

    def _wrapped(self, node: nodes.Element, opening: str, closing: str) -> None:
        if isinstance(node, nodes.entry):
            opening, closing = _cell(node)
        self._canvas.open(_with_ids(opening, self._own_ids(node)), closing)
        self._children(node)
        self._canvas.close()

    def _own_ids(self, node: nodes.Element) -> Iterator[str]:
        return (own for own in map(str, node.get("ids", ())) if own not in self._anchors)

    # Sections

    def _heading(self, section: nodes.Element) -> Heading | None:
        """Return the parser's heading of a section; docutils counts the line of the underline."""
        line = section.line or 0
        return self._headings.get(line - 1) or self._headings.get(line)

    def _section(self, section: nodes.Element) -> None:
        self._level += 1
        self._children(section)
        self._level -= 1

    def _title(self, title: nodes.Element) -> None:
        parent = title.parent
        if isinstance(parent, nodes.table):
            self._wrapped(title, "<caption>", "</caption>\n")
        elif not isinstance(parent, nodes.section):
            self._wrapped(title, '<p class="callout-title">', "</p>\n")
        else:
            heading = self._heading(parent)
            level = max(1, min(heading.level if heading else self._level, 6))
            open_heading(self._canvas, level, heading)
            self._children(title)
            close_heading(self._canvas, heading)

    # Blocks

    def _literal_block(self, node: nodes.Element) -> None:
        classes = map(str, node.get("classes", ()))
        language = next((given for given in classes if given != "code"), "")
        if isinstance(node, nodes.doctest_block):
            language = "pycon"
        self._canvas.add(self._code.block(node.astext(), language))

    def _enumerated_list(self, node: nodes.Element) -> None:
        start = int(node.get("start", 1))
        self._wrapped(node, f'<ol start="{start}">\n' if start != 1 else "<ol>\n", "</ol>\n")

    def _admonition(self, node: nodes.Element) -> None:
        name = type(node).__name__
        kind = CALLOUT_KINDS.get(name, "note")
        title = (
            f'<p class="callout-title">{name.capitalize()}</p>\n' if name in CALLOUT_KINDS else ""
        )
        opening = f'<div class="callout callout-{kind}" role="note">{title}'
        self._wrapped(node, opening, "</div>\n")

    def _footnote(self, node: nodes.Element) -> None:
        label = node.children[0].astext() if node.children else ""
        ids = "".join(f'<span id="{escape(own)}"></span>' for own in self._own_ids(node))
        self._canvas.open(f"<div>{ids}<sup>{escape(label, quote=False)}</sup> ", "</div>\n")
        for child in node.children[1:]:
            self._visit(child)
        self._canvas.close()

    def _transition(self, _node: nodes.Element) -> None:
        self._canvas.add("<hr>\n")

    def _system_message(self, message: nodes.Element) -> None:
        """Show the author's text that docutils refused, without docutils' complaint."""
        for block in message.findall(nodes.literal_block):
            self._canvas.add(self._code.block(block.astext(), ""))

    # Inline

    def _inline(self, node: nodes.Element) -> None:
        is_role = "unknown-role" in node.get("classes", ())
        self._wrapped(node, '<span class="unknown-role">' if is_role else "<span>", "</span>")

    def _problematic(self, node: nodes.Element) -> None:
        self._canvas.add(escape(node.astext(), quote=False))

    def _reference(self, node: nodes.Element) -> None:
        href = str(node.get("refuri", ""))
        name = node.get("refid") or self._names.get(str(node.get("refname", "")))
        if not href and name:
            href = f"#{self._anchors.get(name, name)}"
        is_note = not isinstance(node, nodes.reference)
        named = f' data-label="{escape(str(node["label"]))}"' if "label" in node else ""
        opening, closing = (f'<a{named} href="{escape(href)}">', "</a>") if href else ("", "")
        if is_note:
            opening, closing = f'<sup class="footnote-ref">{opening}', f"{closing}</sup>"
        self._wrapped(node, opening, closing)

    def _target(self, node: nodes.Element) -> None:
        ids = [*self._own_ids(node)]
        if "refid" in node and str(node["refid"]) not in self._anchors:
            ids.append(str(node["refid"]))
        self._canvas.add("".join(f'<span id="{escape(name)}"></span>' for name in ids))
        self._children(node)

    def _image(self, node: nodes.Element) -> None:
        alt = str(node.get("alt", ""))
        self._canvas.add(f'<img src="{escape(str(node.get("uri", "")))}" alt="{escape(alt)}">')


def _cell(entry: nodes.entry) -> tuple[str, str]:
    tag = "th" if isinstance(entry.parent.parent, nodes.thead) else "td"
    columns, rows = int(entry.get("morecols", 0)) + 1, int(entry.get("morerows", 0)) + 1
    spans = f' colspan="{columns}"' * (columns > 1) + f' rowspan="{rows}"' * (rows > 1)
    return f"<{tag}{spans}>", f"</{tag}>"


def _with_ids(opening: str, ids: Iterator[str]) -> str:
    """Put an id on the opening tag, further ones on empty spans inside it."""
    names = [escape(name) for name in ids]
    if not names:
        return opening
    spans = "".join(f'<span id="{name}"></span>' for name in names)
    if opening.startswith(("<p", "<dd", "<dt", "<li", "<div", "<td", "<th", "<figc")):
        return opening + spans
    return spans + opening
