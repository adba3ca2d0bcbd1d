"""The tool ``retrieve``: find passages in everything the caller can read."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from apps.access.principals import Principal
from apps.mcp.found import FoundAnswer, search_reply
from apps.mcp.places import find_ready, repository_mark_of
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.asking.asked import ask
from apps.retrieval.moments import to_its_end
from apps.retrieval.request import SNIPPET_CHARS, TOP_K, SearchRequest


def in_utc(moment: datetime) -> datetime:
    """A time without a zone is meant in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


Moment = Annotated[datetime, AfterValidator(in_utc)]
End = Annotated[datetime, BeforeValidator(to_its_end), AfterValidator(in_utc)]


class RetrieveArguments(Arguments):
    """A question and what narrows it; times compare with the last edit of a document."""

    query: Text
    repository: Text | None = Field(None, description="HOST/OWNER/NAME or mark", max_length=2000)
    mode: Literal["docs", "symbols", "mixed"] = "docs"
    top_k: int = Field(10, ge=TOP_K[0], le=TOP_K[1])
    snippet_chars: int = Field(600, ge=SNIPPET_CHARS[0], le=SNIPPET_CHARS[1])
    # Not listed by name: tool lists are short, and a wrong one is answered with the names.
    kinds: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    heading: str = ""
    since: Moment | None = None
    until: End | None = None
    as_of: End | None = None


def retrieve(*, user: Principal, arguments: RetrieveArguments) -> Reply:
    """Passages of all readable sources, or of one repository."""
    repository = arguments.repository
    request = SearchRequest(
        query=arguments.query,
        sources=() if repository is None else (repository_source(user, repository),),
        mode=arguments.mode,
        top_k=arguments.top_k,
        snippet_chars=arguments.snippet_chars,
        kinds=arguments.kinds,
        formats=arguments.formats,
        heading=arguments.heading,
        since=arguments.since,
        until=arguments.until,
        as_of=arguments.as_of,
    )
    return search_reply(ask(user=user, request=request), arguments.max_tokens)


def repository_source(user: Principal, name: str) -> str:
    """The mark to search in. Raises as `find_ready`."""
    find_ready(user=user, name=name)
    return str(repository_mark_of(name))


TOOL = Tool(
    name="retrieve",
    summary="Searches everything you can read, by words and by meaning.",
    use_when="you have a question",
    avoid="to read on from a mark (docs_section)",
    arguments=RetrieveArguments,
    answer=FoundAnswer,
    handle=retrieve,
)
