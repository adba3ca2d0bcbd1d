"""The tool ``search_symbols``: find code by name, with the documentation that speaks of it."""

from collections.abc import Sequence
from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.documents.marks import repository_mark
from apps.documents.mentions.related import symbol_items
from apps.mcp.lists import ListPage, fit_list
from apps.mcp.places import find_ready, repository_mark_of
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.code.finding import search_symbols
from apps.repos.models import CodeSymbol, Repository
from apps.retrieval.asking.log import noting
from apps.retrieval.asking.note import Found, Note
from apps.retrieval.models import AskedKind

LONGEST_QUERY = 1000
RELATED = ("mark", "chunk_id", "title", "heading_path", "summary", "confidence")


class SymbolsArguments(Arguments):
    """A name or words of it, and the repository to look in."""

    repository: Text = Field(max_length=2000)
    query: Text = Field(max_length=LONGEST_QUERY)
    limit: int = Field(20, ge=1, le=100)
    cursor: Text | None = None


class SymbolsAnswer(TypedDict):
    """A page of symbols, best first, each with its ``related_chunks``."""

    repository: str
    results: list[dict[str, Any]]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


def find_symbols(*, user: Principal, arguments: SymbolsArguments) -> Reply:
    """Symbols that the query may mean; without a word in it, all of them by file and line."""
    text, kind = arguments.query, AskedKind.SEARCH
    if not text.strip() or arguments.cursor is not None:
        return list_symbols(user, arguments, Note(text))
    mark = str(repository_mark_of(arguments.repository))
    with noting(user=user, kind=kind, text=text, marks=(mark,)) as note:
        return list_symbols(user, arguments, note)


def list_symbols(user: Principal, arguments: SymbolsArguments, note: Note) -> Reply:
    """The answer, with what is found in it noted for the query log."""
    repository = find_ready(user=user, name=arguments.repository)

    def load(rows: Sequence[CodeSymbol]) -> list[dict[str, Any]]:
        items = symbol_items(user=user, repository=repository, symbols=list(rows))
        note.answers(Found(item["mark"], repository_mark(repository)) for item in items)
        return [shortened(item) for item in items]

    def build(page: ListPage) -> Reply:
        return reply(repository, page)

    return fit_list(
        search_symbols(user=user, repository_id=repository.pk, query=arguments.query),
        arguments.cursor,
        state=(repository.pk, repository.commit_id, arguments.query),
        limit=arguments.limit,
        max_tokens=arguments.max_tokens,
        build=build,
        load=load,
    )


def shortened(item: dict[str, Any]) -> dict[str, Any]:
    """A symbol without its database id, its related chunks with what is needed to read them."""
    related = [{name: one[name] for name in RELATED} for one in item["related_chunks"]]
    return {**{key: item[key] for key in item if key != "id"}, "related_chunks": related}


def reply(repository: Repository, page: ListPage) -> Reply:
    """The symbols as facts and as a list."""
    answer = {
        "repository": repository_mark(repository),
        "results": list(page.shown),
        **page.facts(),
    }
    lines = [f"{page.total} symbols found; {len(page.shown)} follow."]
    for item in page.shown:
        lines += lines_of(item)
    return Reply(answer, "\n".join([*lines, *page.more()]))


def lines_of(item: dict[str, Any]) -> list[str]:
    """One symbol with its signature and where it is spoken of."""
    place = f"{item['file_path']}, lines {item['start_line']} to {item['end_line']}"
    lines = [f"- {item['kind']} `{item['mark']}` in {place}"]
    lines += [f"  {text}" for text in (item["signature"], item["summary"]) if text]
    for one in item["related_chunks"]:
        summary = f": {one['summary']}" if one["summary"] else ""
        lines.append(f"  See {one['title']} `{one['mark']}`{summary}")
    return lines


TOOL = Tool(
    name="search_symbols",
    summary="Finds functions, classes and other code of a repository by name.",
    use_when="you know roughly what it is called",
    avoid="for prose (docs_search)",
    arguments=SymbolsArguments,
    answer=SymbolsAnswer,
    handle=find_symbols,
)
