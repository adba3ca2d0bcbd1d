"""An API description as a page: its operations by tag, then its schemas."""

from collections.abc import Iterator
from typing import Any

from apps.text.formats.openapi.entries import ApiError, entries_of
from apps.text.formats.openapi.markdown import closed, operation_markdown
from apps.text.formats.openapi.schemas import SchemaWriter, fenced, plain
from apps.text.formats.openapi.sections import ApiSection, api_sections, is_operation
from apps.text.formats.openapi.values import ApiValues, as_json, mappings, text_of
from apps.text.rendering.canvas import Canvas
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.inline_text import with_bare_links
from apps.text.rendering.markdown import MarkdownWriter
from apps.text.rendering.plain import preformatted_html
from apps.text.structure import Heading, ParsedDocument

_LONGEST_PAGE = 400_000
"""Characters of Markdown that are laid out; behind them there are only the headings."""
_NOTE = (
    '<p class="render-note">This description is long; from here on only its headings are shown. '
    "The raw view has all of it.</p>\n"
)
_COST = 250
"""What a section costs besides its text, so that very many small ones are limited too."""
_Place = tuple[ApiSection, Heading]


def openapi_html(parsed: ParsedDocument) -> str:
    """Return the HTML of an API description, not yet sanitised; a damaged one as it stands."""
    try:
        api = ApiValues(parsed.source)
        sections = api_sections(parsed.source, entries_of(parsed.source))
    except ApiError:
        return _damaged_html(parsed)
    return _ApiWriter(api, list(zip(sections, parsed.headings, strict=True))).html()


def _damaged_html(parsed: ParsedDocument) -> str:
    canvas = Canvas()
    for heading in parsed.headings:
        _add_heading(canvas, heading)
    return canvas.html() + preformatted_html(parsed.source)


def _add_heading(canvas: Canvas, heading: Heading) -> None:
    open_heading(canvas, heading.level, heading)
    canvas.add(with_bare_links(heading.text))
    close_heading(canvas, heading)


class _ApiWriter:
    def __init__(self, api: ApiValues, places: list[_Place]) -> None:
        self._api = api
        self._places = places
        self._canvas = Canvas()
        self._left = _LONGEST_PAGE
        self._anchors = {
            f"#/{'/'.join(section.path)}": heading.anchor
            for section, heading in places
            if section.path[:1] == ("definitions",) or section.path[:2] == ("components", "schemas")
        }
        self._schemas = SchemaWriter(api, self._anchors)

    def html(self) -> str:
        operations = [place for place in self._places if is_operation(place[0].path)]
        written = False
        for section, heading in self._places:
            if is_operation(section.path):
                if not written:
                    self._operations(operations)
                written = True
                continue
            _add_heading(self._canvas, heading)
            self._markdown(self._told(section))
        return self._canvas.html()

    def _markdown(self, text: str) -> None:
        """Write Markdown; once the page is long enough only a note, and after it nothing."""
        if self._left > 0:
            self._canvas.add(MarkdownWriter(text, (), is_mdx=False).html())
            self._left -= len(text) + _COST
            self._canvas.add("" if self._left > 0 else _NOTE)

    def _operations(self, operations: list[_Place]) -> None:
        """Write the operations under their first tag, tags in the order of the document."""
        by_tag: dict[str, list[_Place]] = {name: [] for name in self._tag_names()}
        for place in operations:
            tags = self._api.followed(self._api.at(*place[0].path)).get("tags")
            tag = text_of(tags[0]) if isinstance(tags, list) and tags else ""
            by_tag.setdefault(tag, []).append(place)
        by_tag[""] = by_tag.pop("", [])
        for tag, places in by_tag.items():
            if tag and places:
                self._canvas.add(f'<p class="rubric">{with_bare_links(tag)}</p>\n')
            for section, heading in places:
                _add_heading(self._canvas, heading)
                is_room = self._left > 0
                told = operation_markdown(self._api, section.path, self._anchors) if is_room else ""
                self._markdown(told)

    def _tag_names(self) -> Iterator[str]:
        for tag in mappings(self._api.root.get("tags")):
            yield text_of(tag.get("name"))

    def _told(self, section: ApiSection) -> str:
        """Return the Markdown of a section that is no operation."""
        path = section.path
        if not path:
            return closed(text_of(self._api.at("info", "description")))
        value = self._api.at(*path)
        if path == ("tags",):
            return "\n".join(self._named(tag) for tag in mappings(value))
        if path == ("servers",):
            return "\n".join(self._server(server) for server in mappings(value))
        if f"#/{'/'.join(path)}" in self._anchors:
            return self._schemas.described(value)
        if path in (("paths",), ("webhooks",), ("components",), ("definitions",)) or value is None:
            return ""
        text = text_of(value)
        return plain(text) if text else fenced(as_json(value), "json")

    def _named(self, tag: dict[str, Any]) -> str:
        told = plain(text_of(tag.get("description")))
        name = plain(text_of(tag.get("name")))
        return f"- **{name}**: {told}" if told else f"- **{name}**"

    def _server(self, server: dict[str, Any]) -> str:
        told = plain(text_of(server.get("description")))
        return f"- `{plain(text_of(server.get('url')))}` {told}".rstrip()
