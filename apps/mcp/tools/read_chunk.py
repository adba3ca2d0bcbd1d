"""The tool ``read_chunk``: one passage in full."""

from typing import NotRequired
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.reading import ChunkText, read_chunk


class ReadChunkArguments(Arguments):
    """Which chunk; the cursor goes on in one that is too long for one answer."""

    id: Text = Field(description="UUID or chunk:UUID", max_length=100)
    cursor: Text | None = None


class ChunkAnswer(TypedDict):
    """A chunk, or a page of it, with the fields of `ChunkText`; ``tokens`` counts the whole."""

    mark: str
    title: str
    tokens: int
    content: str
    truncated: bool
    next_cursor: NotRequired[str]


def read(*, user: Principal, arguments: ReadChunkArguments) -> Reply:
    """The chunk as it is stored."""
    chunk = read_chunk(user=user, chunk_id=parse_id(arguments.id))

    def build(page: TextPage) -> Reply:
        return reply(chunk, page)

    return fit_page(chunk.content, arguments.cursor, arguments.max_tokens, build)


def parse_id(text: str) -> UUID:
    """The id in a UUID or a chunk's mark. Raises `InvalidRequestError`."""
    try:
        return UUID(text.strip().removeprefix("chunk:"))
    except ValueError:
        message = "Give the chunk_id of a hit, a UUID, or chunk:UUID."
        raise InvalidRequestError.for_field("id", message) from None


def reply(chunk: ChunkText, page: TextPage) -> Reply:
    """The page with the address of its chunk."""
    answer = {**chunk.as_dict(), "content": page.content, **page.facts()}
    place = " > ".join(dict.fromkeys([chunk.title, *chunk.heading_path]))
    head = (
        f"{place} (`{chunk.mark}`, `chunk:{chunk.chunk_id}`, lines {chunk.start_line} to "
        f"{chunk.end_line}, {chunk.tokens} tokens)"
    )
    return Reply(answer, "\n\n".join([head, page.content, *page.more()]))


TOOL = Tool(
    name="read_chunk",
    summary="Reads one passage in full.",
    use_when="a hit says content_truncated",
    avoid="for whole documents (collection_document)",
    arguments=ReadChunkArguments,
    answer=ChunkAnswer,
    handle=read,
)
