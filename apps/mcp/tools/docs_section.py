"""The tool ``docs_section``: one section of a repository's documentation, word for word."""

from collections.abc import Sequence
from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.documents.contents import TocEntry
from apps.documents.section_text import SectionText, read_document_text, read_section
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.places import find_place
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.mcp.tools.docs_toc import section_item

LEFT_OUT = {"document_id", "start_byte", "end_byte", "similarity", "summary", "heading_path"}


class SectionArguments(Arguments):
    """Which section; with what stands around it; with the sections below it."""

    id: Text = Field(description="mark, or section id", max_length=8000)
    context: bool = False
    descendants: bool = False
    repository: Text | None = Field(None, max_length=2000)
    cursor: Text | None = None


class SectionAnswer(TypedDict):
    """A section or a page of it. ``tokens`` counts the whole of it, ``file_tokens`` the file.

    ``redirected_from`` is the old id that led here. With context there are ``ancestors`` and
    ``children`` too.
    """

    id: str
    mark: str
    title: str
    content: str
    tokens: int
    file_tokens: int
    truncated: bool
    next_cursor: NotRequired[str]


def read_docs_section(*, user: Principal, arguments: SectionArguments) -> Reply:
    """The section as the file has it, in pages; what stands around it is told on the first."""
    found = find_text(user, arguments)

    def build(page: TextPage) -> Reply:
        return reply(found, page)

    return fit_page(found.content, arguments.cursor, arguments.max_tokens, build)


def find_text(user: Principal, arguments: SectionArguments) -> SectionText:
    """The section that the arguments mean, or the document when they name no section of it."""
    given, repository = arguments.id, arguments.repository
    place = find_place(user=user, text=given, repository=repository, field="id")
    whose: dict[str, Any] = {"user": user, "repository_id": place.repository.pk}
    if place.section_id is None:
        return read_document_text(path=place.path, **whose)
    return read_section(
        section_id=place.section_id,
        with_context=arguments.context and arguments.cursor is None,
        with_descendants=arguments.descendants,
        **whose,
    )


def reply(found: SectionText, page: TextPage) -> Reply:
    """The page with its address, and what stands around the section if that was asked for."""
    facts = {name: value for name, value in found.as_dict().items() if name not in LEFT_OUT}
    if not found.redirected_from:
        del facts["redirected_from"]
    around = {"ancestors": found.ancestors, "children": found.children}
    for name, entries in around.items():
        if entries is not None:
            facts[name] = [section_item(entry) for entry in entries]
    answer = {**facts, "content": page.content, **page.facts()}
    parts = [head(found), *context(found.ancestors, found.children), page.content, *page.more()]
    return Reply(answer, "\n\n".join(parts))


def head(found: SectionText) -> str:
    """Where the section stands, what it and its file cost, and whether it has moved."""
    place = " > ".join(dict.fromkeys([found.document_title, *found.heading_path]))
    moved = f" It was {found.redirected_from} before." if found.redirected_from else ""
    return (
        f"{place} (`{found.mark}`, lines {found.start_line} to {found.end_line}, "
        f"{found.tokens} of the file's {found.file_tokens} tokens).{moved}"
    )


def context(ancestors: Sequence[TocEntry] | None, children: Sequence[TocEntry] | None) -> list[str]:
    """The headings above and the sections below, as lists."""
    named = (("Above", ancestors or ()), ("Below", children or ()))
    return ["\n".join([f"{name}:", *map(line, entries)]) for name, entries in named if entries]


def line(entry: TocEntry) -> str:
    """One section as a list item."""
    about = f": {entry.summary}" if entry.summary else ""
    return f"- {entry.title} `{entry.mark}`{about}"


TOOL = Tool(
    name="docs_section",
    summary="Reads one section, or file, of a repository's docs.",
    use_when="you have its mark",
    avoid="for code (read_file_range)",
    arguments=SectionArguments,
    answer=SectionAnswer,
    handle=read_docs_section,
)
