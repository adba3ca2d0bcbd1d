"""The tool ``collection_search``: find passages in one collection."""

from pydantic import Field

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.mcp.found import FoundAnswer, search_reply
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.asking.asked import ask
from apps.retrieval.request import SNIPPET_CHARS, TOP_K, SearchRequest
from apps.text.marks import CollectionMark, Mark, MarkError, parse_mark


class CollectionSearchArguments(Arguments):
    """A question and the collection to ask."""

    collection: Text = Field(description="name, mark or id", max_length=2000)
    query: Text
    top_k: int = Field(10, ge=TOP_K[0], le=TOP_K[1])
    snippet_chars: int = Field(600, ge=SNIPPET_CHARS[0], le=SNIPPET_CHARS[1])


def search_collection(*, user: Principal, arguments: CollectionSearchArguments) -> Reply:
    """Passages of the collection, or of the document when the mark goes that far."""
    request = SearchRequest(
        query=arguments.query,
        sources=(str(collection_source(arguments.collection)),),
        top_k=arguments.top_k,
        snippet_chars=arguments.snippet_chars,
    )
    return search_reply(ask(user=user, request=request), arguments.max_tokens)


def collection_source(text: str) -> Mark:
    """The mark for what a caller calls a collection.

    Raises `InvalidRequestError` when it is blank or the mark of something else.
    """
    try:
        mark = parse_mark(text) if text.startswith("collection:") else CollectionMark(text.strip())
    except MarkError as error:
        raise InvalidRequestError.for_field("collection", error.message) from None
    return mark


TOOL = Tool(
    name="collection_search",
    summary="Searches one collection by words and by meaning.",
    use_when="you know which one has the answer",
    avoid="when you do not (retrieve)",
    arguments=CollectionSearchArguments,
    answer=FoundAnswer,
    handle=search_collection,
)
