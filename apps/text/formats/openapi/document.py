"""An API description as a document: the title, its operations, its schemas."""

from apps.text.anchors import AnchorRegister
from apps.text.formats.openapi.entries import ApiError, Entry, entries_of
from apps.text.formats.openapi.sections import ApiSection, api_sections
from apps.text.formats.openapi.sniff import is_openapi
from apps.text.formats.places import byte_places
from apps.text.formats.spans import covering
from apps.text.lines import LineIndex
from apps.text.rst.document import parse_plain
from apps.text.structure import BlockKind, Heading, ParsedDocument
from apps.text.words import count_words


def parse_openapi(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of an OpenAPI or Swagger document in YAML or JSON.

    Sections follow the file: the document, then what its keys open, each operation as
    `METHOD /path — summary`; each range is that of the node in the file. Nothing is fetched.
    What is no such document is read as plain text; a damaged one as one section, with the error
    in `front_matter_error`.
    """
    if not is_openapi(source):
        return parse_plain(source, "text")
    error: str | None = None
    try:
        entries = entries_of(source)
    except ApiError as problem:
        entries, error = [], str(problem)
    sections = api_sections(source, entries)
    data = source.encode()
    lines = LineIndex(data)
    headings = _headings(source, sections, lines)
    spans = [(BlockKind.HEADING, heading.start, heading.end) for heading in headings]
    return ParsedDocument(
        source=source,
        format=format_name,
        title=headings[0].text,
        front_matter=_metadata(entries),
        front_matter_error=error,
        headings=headings,
        code_blocks=(),
        tables=(),
        links=(),
        blocks=tuple(covering(data, lines, spans, BlockKind.OTHER)),
        word_count=count_words(source, data),
        line_count=lines.count,
    )


def _headings(source: str, sections: list[ApiSection], lines: LineIndex) -> tuple[Heading, ...]:
    at = byte_places(source)
    anchors = AnchorRegister()
    headings: list[Heading] = []
    for section in sections:
        end = section.start + len(source[section.start : section.end].rstrip())
        start = at(section.start)
        anchor = anchors.take(section.title)
        line = lines.line_of(start)
        headings.append(Heading(section.level, section.title, anchor, line, start, at(end)))
    return tuple(headings)


def _metadata(entries: list[Entry]) -> dict[str, str]:
    """Return the version of the specification and the scalars of `info`."""
    return {
        entry.path[-1]: entry.text
        for entry in entries
        if entry.text is not None
        and (entry.path in (("openapi",), ("swagger",)) or entry.path[:-1] == ("info",))
    }
