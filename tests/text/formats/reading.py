"""Short forms of what a parser found, for comparisons."""

from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.sections import section_tree
from apps.text.structure import ParsedDocument


def headings(source: str, name: str) -> list[tuple[int, str, int]]:
    parsed = parse_document(source, name=name)
    return [(heading.level, heading.text, heading.line) for heading in parsed.headings]


def sections(source: str, name: str) -> list[str]:
    return [section.title for section in section_tree(parse_document(source, name=name))]


def links(source: str, name: str) -> list[tuple[str, str, int]]:
    parsed = parse_document(source, name=name)
    return [(link.text, link.href, link.line) for link in parsed.links]


def html_of(source: str, name: str) -> str:
    return render_document(parse_document(source, name=name)).strip()


def block_texts(parsed: ParsedDocument) -> list[tuple[str, str]]:
    data = parsed.source.encode()
    return [(block.kind.value, data[block.start : block.end].decode()) for block in parsed.blocks]
