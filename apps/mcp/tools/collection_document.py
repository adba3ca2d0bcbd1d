"""The tool ``collection_document``: a document of a collection, or a section of it."""

from typing import NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.reading import Reading, read_mark
from apps.text.marks import CollectionMark, MarkError, parse_mark


class CollectionDocumentArguments(Arguments):
    """Which document; the cursor of the page before goes on in it."""

    mark: Text = Field(description="collection:NAME/KEY[#ANCHOR]", max_length=8000)
    cursor: Text | None = None


class DocumentAnswer(TypedDict):
    """One page of a text. ``tokens`` counts the whole of it."""

    mark: str
    title: str
    source: str
    tokens: int
    content: str
    truncated: bool
    next_cursor: NotRequired[str]


def read_document(*, user: Principal, arguments: CollectionDocumentArguments) -> Reply:
    """The text as it is stored, in pages."""
    check_is_document(arguments.mark)
    reading = read_mark(user=user, mark=arguments.mark)

    def build(page: TextPage) -> Reply:
        return reply(reading, page)

    return fit_page(reading.content, arguments.cursor, arguments.max_tokens, build)


def check_is_document(text: str) -> None:
    """Raise `InvalidRequestError` unless the mark is that of a document or a section of one."""
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field("mark", error.message) from None
    if not isinstance(mark, CollectionMark) or mark.source_key is None:
        message = (
            "Give the mark of a document, collection:NAME/KEY. outline lists those of a "
            "collection; read_chunk reads chunks."
        )
        raise InvalidRequestError.for_field("mark", message)


def reply(reading: Reading, page: TextPage) -> Reply:
    """The page with its address."""
    answer = {
        "mark": reading.mark,
        "title": reading.title,
        "source": reading.source,
        "tokens": reading.tokens,
        "content": page.content,
        **page.facts(),
    }
    head = f"{reading.title} (`{reading.mark}`, {reading.tokens} tokens in all)"
    return Reply(answer, "\n\n".join([head, page.content, *page.more()]))


TOOL = Tool(
    name="collection_document",
    summary="Reads a document of a collection, or one section of it.",
    use_when="a snippet is not enough",
    avoid="to look for something (collection_search)",
    arguments=CollectionDocumentArguments,
    answer=DocumentAnswer,
    handle=read_document,
)
