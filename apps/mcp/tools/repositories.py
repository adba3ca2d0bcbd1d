"""The tool ``repositories``: which repositories there are."""

from collections.abc import Sequence
from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.documents.counting import count_documents
from apps.documents.marks import repository_mark
from apps.mcp.lists import ListPage, fit_list
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.catalogue import list_repositories
from apps.repos.models import Repository


class RepositoriesArguments(Arguments):
    """Narrow by words in name or description; page with the cursor."""

    search: Text = Field("", max_length=200)
    limit: int = Field(50, ge=1, le=100)
    cursor: Text | None = None


class RepositoryEntry(TypedDict):
    """One repository. One that is not ready has not been synced yet."""

    mark: str
    name: str
    description: str
    visibility: str
    is_ready: bool
    document_count: int
    commit_id: str


class RepositoriesAnswer(TypedDict):
    """A page of repositories."""

    items: list[RepositoryEntry]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


def show_repositories(*, user: Principal, arguments: RepositoriesArguments) -> Reply:
    """The repositories the user can read, by name."""

    def load(rows: Sequence[Repository]) -> list[RepositoryEntry]:
        counts = count_documents(user=user, repository_ids=[row.pk for row in rows])
        return [entry(row, counts.get(row.pk, 0)) for row in rows]

    return fit_list(
        list_repositories(user=user, words=arguments.search),
        arguments.cursor,
        state=arguments.search,
        limit=arguments.limit,
        max_tokens=arguments.max_tokens,
        build=reply,
        load=load,
    )


def entry(repository: Repository, document_count: int) -> RepositoryEntry:
    """The facts about one repository."""
    return RepositoryEntry(
        mark=repository_mark(repository),
        name=repository.slug,
        description=repository.description,
        visibility=repository.visibility,
        is_ready=repository.is_ready,
        document_count=document_count,
        commit_id=repository.commit_id,
    )


def reply(page: ListPage) -> Reply:
    """The page as facts and as a list."""
    lines = [f"{page.total} repositories can be read; {len(page.shown)} follow."]
    lines += [line(item) for item in page.shown]
    answer = {"items": list(page.shown), **page.facts()}
    return Reply(answer, "\n".join([*lines, *page.more()]))


def line(item: Any) -> str:
    """One repository as a list item."""
    about = f": {item['description']}" if item["description"] else ""
    state = f"at {item['commit_id'][:12]}" if item["is_ready"] else "not synced yet"
    return (
        f"- {item['name']} (`{item['mark']}`, {item['visibility']}, "
        f"{item['document_count']} documents, {state}){about}"
    )


TOOL = Tool(
    name="repositories",
    summary="Lists the code repositories you can read.",
    use_when="you need a repository's name",
    avoid="to search (retrieve)",
    arguments=RepositoriesArguments,
    answer=RepositoriesAnswer,
    handle=show_repositories,
)
