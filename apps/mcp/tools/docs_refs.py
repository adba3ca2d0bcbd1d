"""The tool ``docs_refs``: from a section to the code it names, and back."""

from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.documents.marks import repository_mark
from apps.documents.mentions.refs import NamedSymbol, Refs, find_refs
from apps.documents.mentions.related import RelatedChunk
from apps.mcp.lists import ListPage, fit_list
from apps.mcp.places import find_place, find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.models import Repository
from apps.text.marks import MarkError, SymbolMark, parse_mark

MOST_REFS = 400
ONE_OF_TWO = "Give either section_id or symbol."
NO_SYMBOL = "Give the mark of a symbol, symbol:…, or its name and the repository."


class RefsArguments(Arguments):
    """One of the two: where to start from. Marks need no repository beside them."""

    section_id: Text | None = Field(None, max_length=8000)
    symbol: Text | None = Field(None, max_length=2000)
    repository: Text | None = Field(None, max_length=2000)
    cursor: Text | None = None


class RefsAnswer(TypedDict):
    """The symbols of a section; or the symbols of a name and the sections that speak of them."""

    repository: str
    symbols: list[dict[str, Any]]
    sections: list[dict[str, Any]]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


def show_refs(*, user: Principal, arguments: RefsArguments) -> Reply:
    """References of a section or of a symbol, the surest first."""
    repository, query = find_start(user, arguments)
    refs = find_refs(user=user, repository_id=repository.pk, **query)

    def build(page: ListPage) -> Reply:
        return reply(repository, refs, page)

    return fit_list(
        [*refs.symbols, *refs.sections],
        arguments.cursor,
        state=(repository.pk, repository.commit_id, query),
        limit=MOST_REFS,
        max_tokens=arguments.max_tokens,
        build=build,
    )


def find_start(user: Principal, arguments: RefsArguments) -> tuple[Repository, dict[str, str]]:
    """The repository to look in and what `find_refs` is to start from."""
    section_id, symbol, name = arguments.section_id, arguments.symbol, arguments.repository
    if bool(section_id) == bool(symbol):
        raise InvalidRequestError.for_field("section_id", ONE_OF_TWO)
    if section_id:
        place = find_place(user=user, text=section_id, repository=name, field="section_id")
        if place.section_id is None:
            raise NotFoundError("This names a document. docs_toc lists its sections.")
        return place.repository, {"section_id": place.section_id}
    text = symbol or ""
    if text.startswith("symbol:"):
        return marked_symbol(user, text)
    if name is None:
        raise InvalidRequestError.for_field("symbol", NO_SYMBOL)
    return find_ready(user=user, name=name), {"symbol": text}


def marked_symbol(user: Principal, text: str) -> tuple[Repository, dict[str, str]]:
    """The repository and the qualified name in a symbol's mark."""
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field("symbol", error.message) from None
    if not isinstance(mark, SymbolMark):
        raise InvalidRequestError.for_field("symbol", NO_SYMBOL)
    repository = find_ready(user=user, name=f"{mark.host}/{mark.owner}/{mark.name}")
    return repository, {"symbol": mark.qualified_name}


def reply(repository: Repository, refs: Refs, page: ListPage) -> Reply:
    """The references as facts and as lists."""
    symbols = [symbol_item(one) for one in page.shown if isinstance(one, NamedSymbol)]
    sections = [section_item(one) for one in page.shown if isinstance(one, RelatedChunk)]
    answer = {
        "repository": repository_mark(repository),
        "symbols": symbols,
        "sections": sections,
        **page.facts(),
    }
    if refs.redirected_from:
        answer["redirected_from"] = refs.redirected_from
    lines = [f"{len(refs.symbols)} symbols, {len(refs.sections)} sections."]
    lines += [symbol_line(one) for one in symbols]
    lines += [section_line(one) for one in sections]
    return Reply(answer, "\n".join([*lines, *page.more()]))


def symbol_item(named: NamedSymbol) -> dict[str, Any]:
    """The facts about a symbol that is named."""
    symbol = named.symbol
    return {
        "mark": symbol.mark,
        "kind": symbol.kind,
        "qualified_name": symbol.qualified_name,
        "file": symbol.file_path,
        "start_line": symbol.start_line,
        "end_line": symbol.end_line,
        "name": named.name,
        "confidence": named.confidence,
        "is_ambiguous": named.is_ambiguous,
    }


def section_item(chunk: RelatedChunk) -> dict[str, Any]:
    """The facts about a section that names a symbol."""
    return {
        "mark": chunk.mark,
        "id": chunk.section_id,
        "chunk_id": chunk.chunk_id,
        "title": chunk.title,
        "heading_path": chunk.heading_path,
        "name": chunk.name,
        "confidence": chunk.confidence,
        "is_ambiguous": chunk.is_ambiguous,
    }


def symbol_line(item: dict[str, Any]) -> str:
    """One symbol as a list item."""
    return (
        f"- {item['kind']} `{item['mark']}` in {item['file']}, lines {item['start_line']} to "
        f"{item['end_line']} {sureness(item)}"
    )


def section_line(item: dict[str, Any]) -> str:
    """One section as a list item."""
    place = " > ".join(dict.fromkeys([item["title"], *item["heading_path"]]))
    return f"- {place} `{item['mark']}` {sureness(item)}"


def sureness(item: dict[str, Any]) -> str:
    """The name as written and how sure the link is."""
    unclear = ", ambiguous" if item["is_ambiguous"] else ""
    return f"(as {item['name']}, confidence {item['confidence']:g}{unclear})"


TOOL = Tool(
    name="docs_refs",
    summary="Lists the code symbols that a section names, or the sections on a symbol.",
    use_when="you go between docs and code",
    avoid="to find a symbol (search_symbols)",
    arguments=RefsArguments,
    answer=RefsAnswer,
    handle=show_refs,
)
