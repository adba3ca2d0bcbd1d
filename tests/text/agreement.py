"""What two independent Markdown parsers say about a document, in the same terms."""

from markdown_it import MarkdownIt

from apps.text.parse import parse_document

Structure = tuple[set[tuple[int, int]], set[tuple[int, int]]]
"""Headings as (level, line), fences as (first line, last line)."""

_OTHER = MarkdownIt("commonmark", {"maxNesting": 100, "linkify": False}).enable("table")


def ours(source: str) -> Structure:
    parsed = parse_document(source, name="a.md")
    return (
        {(heading.level, heading.line) for heading in parsed.headings},
        {(code.start_line, code.end_line) for code in parsed.code_blocks},
    )


def theirs(source: str) -> Structure:
    """Return what markdown-it-py finds; our front matter is blanked out, it knows none."""
    parsed = parse_document(source, name="a.md")
    body = source.encode()[parsed.body_start :].decode().removeprefix("\ufeff")
    before = source.encode()[: parsed.body_start].decode()
    skipped = len(before.splitlines()) - 1 if before else 0
    lines = body.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    headings, fences = set(), set()
    for token in _OTHER.parse("\n".join(lines)):
        if token.map is None:
            continue
        first, last = token.map[0] + 1, token.map[1]
        if token.type == "heading_open":
            headings.add((int(token.tag[1]), first + skipped))
        elif token.type == "fence":
            while last > first and not lines[last - 1].strip():
                last -= 1
            fences.add((first + skipped, last + skipped))
    return headings, fences
