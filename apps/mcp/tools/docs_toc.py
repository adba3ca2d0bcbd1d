"""The tool ``docs_toc``: the sections of a repository or of one of its files."""

from collections.abc import Sequence
from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.documents.contents import DocumentToc, TocEntry, entry_of, nest_sections, toc_sections
from apps.documents.marks import repository_mark
from apps.documents.models import Section
from apps.mcp.lists import ListPage, fit_list
from apps.mcp.places import find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.models import Repository

MOST_SECTIONS = 300


class TocArguments(Arguments):
    """Whose sections, as a list or nested; the cursor goes on in them."""

    repository: Text = Field(max_length=2000)
    file: Text = Field("", max_length=2000)
    tree: bool = False
    cursor: Text | None = None


class TocAnswer(TypedDict):
    """A page of sections; as a tree, one item for each file. ``total`` counts sections."""

    repository: str
    items: list[dict[str, Any]]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


def show_toc(*, user: Principal, arguments: TocArguments) -> Reply:
    """Sections in reading order; a page of a tree starts anew where its parents are before it."""
    repository = find_ready(user=user, name=arguments.repository)

    def build(page: ListPage) -> Reply:
        return reply(repository, page, is_tree=arguments.tree)

    return fit_list(
        toc_sections(user=user, repository_id=repository.pk, file=arguments.file),
        arguments.cursor,
        state=(repository.pk, repository.commit_id, arguments.file, arguments.tree),
        limit=MOST_SECTIONS,
        max_tokens=arguments.max_tokens,
        build=build,
    )


def reply(repository: Repository, page: ListPage, *, is_tree: bool) -> Reply:
    """The sections as facts and as indented lists below their files."""
    trees = nest_sections(page.shown)
    items = [tree_item(tree) for tree in trees] if is_tree else flat_items(page.shown)
    answer = {"repository": repository_mark(repository), "items": items, **page.facts()}
    lines = [f"{page.total} sections of {repository.slug}; {len(page.shown)} follow."]
    for tree in trees:
        lines += [f"{tree.title} `{tree.mark}`", *lines_of(tree.sections, 0)]
    return Reply(answer, "\n".join([*lines, *page.more()]))


def flat_items(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """The sections one by one."""
    return [section_item(entry_of(section)) for section in sections]


def tree_item(tree: DocumentToc) -> dict[str, Any]:
    """A file with its sections nested."""
    sections = [nested_item(entry) for entry in tree.sections]
    return {"file": tree.file, "mark": tree.mark, "title": tree.title, "sections": sections}


def nested_item(entry: TocEntry) -> dict[str, Any]:
    """A section with those below it."""
    below = [nested_item(child) for child in entry.children]
    return section_item(entry) | ({"children": below} if below else {})


def section_item(entry: TocEntry) -> dict[str, Any]:
    """The facts about one section."""
    return {
        "id": entry.id,
        "mark": entry.mark,
        "title": entry.title,
        "level": entry.level,
        "summary": entry.summary,
    }


def lines_of(entries: Sequence[TocEntry], depth: int) -> list[str]:
    """Sections and those below them, indented."""
    lines = []
    for entry in entries:
        about = f": {entry.summary}" if entry.summary else ""
        lines.append(f"{'  ' * depth}- {entry.title} `{entry.mark}`{about}")
        lines += lines_of(entry.children, depth + 1)
    return lines


TOOL = Tool(
    name="docs_toc",
    summary="Lists sections of a repository's docs, or of one file.",
    use_when="you want to pick what to read",
    avoid="to look for words (docs_search)",
    arguments=TocArguments,
    answer=TocAnswer,
    handle=show_toc,
)
