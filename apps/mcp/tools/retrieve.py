"""The tool ``retrieve``: find passages in everything the caller can read."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.mcp.found import FoundAnswer, search_reply
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.asking.asked import ask
from apps.retrieval.request import SNIPPET_CHARS, TOP_K, SearchRequest
from apps.text.marks import MarkError, RepoMark, parse_mark


def in_utc(moment: datetime) -> datetime:
    """A time without a zone is meant in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


Moment = Annotated[datetime, AfterValidator(in_utc)]


class RetrieveArguments(Arguments):
    """A question and what narrows it; times compare with the last edit of a document."""

    query: Text
    repository: Text | None = Field(None, description="HOST/OWNER/NAME or mark", max_length=2000)
    mode: Literal["docs", "symbols", "mixed"] = "docs"
    top_k: int = Field(10, ge=TOP_K[0], le=TOP_K[1])
    snippet_chars: int = Field(600, ge=SNIPPET_CHARS[0], le=SNIPPET_CHARS[1])
    since: Moment | None = None
    until: Moment | None = None
    as_of: Moment | None = None


def retrieve(*, user: Principal, arguments: RetrieveArguments) -> Reply:
    """Passages of all readable sources, or of one repository."""
    repository = arguments.repository
    request = SearchRequest(
        query=arguments.query,
        sources=() if repository is None else (repository_source(repository),),
        mode=arguments.mode,
        top_k=arguments.top_k,
        snippet_chars=arguments.snippet_chars,
        since=arguments.since,
        until=arguments.until,
        as_of=arguments.as_of,
    )
    return search_reply(ask(user=user, request=request), arguments.max_tokens)


def repository_source(text: str) -> str:
    """The mark for what a caller calls a repository.

    Raises `InvalidRequestError` when it names none.
    """
    text = text.strip()
    try:
        mark = parse_mark(text if text.startswith("repo:") else f"repo:{text}")
    except MarkError as error:
        raise InvalidRequestError.for_field("repository", error.message) from None
    if not isinstance(mark, RepoMark) or mark.slugs is not None:
        message = "Name a repository as HOST/OWNER/NAME or by its mark."
        raise InvalidRequestError.for_field("repository", message)
    return str(mark)


TOOL = Tool(
    name="retrieve",
    summary="Searches everything you can read, by words and by meaning.",
    use_when="you have a question and no place for it yet",
    avoid="to read a document you have the mark of (collection_document)",
    arguments=RetrieveArguments,
    answer=FoundAnswer,
    handle=retrieve,
)
