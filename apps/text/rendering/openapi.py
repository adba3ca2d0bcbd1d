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
_UNDER_TAG = 4
"""The level of operations below a tag."""
_Place = tuple[ApiSection, Heading]


def is_grouped(section: ApiSection) -> bool:
    """Tell whether a section is an operation, or a tag above some."""
    return is_operation(section.path) or (section.path[:1] == ("tags",) and len(section.path) > 1)


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
        operations = [place for place in self._places if is_grouped(place[0])]
        written = False
        for section, heading in self._places:
            if is_grouped(section):
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

    def _operations(self, places: list[_Place]) -> None:
        """Write the operations under their tags, tags in the order of the document.

        A tag is a section; where tags are scattered over the file, it is a line above.
        """
        has_sections = any(not is_operation(section.path) for section, _ in places)
        by_tag: dict[str, list[_Place]] = {name: [] for name in self._tag_names()}
        tag = ""
        for section, heading in places:
            if not has_sections:
                tag = self._tag_of(section)
            elif heading.level < _UNDER_TAG:
                tag = "" if is_operation(section.path) else section.path[1]
            by_tag.setdefault(tag, []).append((section, heading))
        by_tag[""] = by_tag.pop("", [])
        for name, own in by_tag.items():
            if name and own and not has_sections:
                self._canvas.add(f'<p class="rubric">{with_bare_links(name)}</p>\n')
            for section, heading in own:
                self._operation(section, heading)

    def _operation(self, section: ApiSection, heading: Heading) -> None:
        """Write an operation, or the tag of those that follow."""
        _add_heading(self._canvas, heading)
        if self._left <= 0:
            self._markdown("")
        elif is_operation(section.path):
            self._markdown(operation_markdown(self._api, section.path, self._anchors))
        else:
            tags = mappings(self._api.root.get("tags"))
            named = (tag for tag in tags if text_of(tag.get("name")).strip() == section.path[1])
            self._markdown(closed(text_of(next(named, {}).get("description"))))

    def _tag_of(self, section: ApiSection) -> str:
        """The first tag of an operation, or nothing."""
        tags = self._api.followed(self._api.at(*section.path)).get("tags")
        return text_of(tags[0]) if isinstance(tags, list) and tags else ""

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
