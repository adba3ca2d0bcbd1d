"""The tool ``docs_search``: find passages in the documentation of one repository."""

from pydantic import Field

from apps.access.principals import Principal
from apps.documents.locating import locate_document
from apps.documents.marks import repo_path_mark, repository_mark
from apps.mcp.found import FoundAnswer, search_reply
from apps.mcp.places import find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.asking.asked import ask
from apps.retrieval.request import TOP_K, SearchRequest


class DocsSearchArguments(Arguments):
    """A question and the repository to ask, or one file of it."""

    query: Text
    repository: Text = Field(max_length=2000)
    file: Text = Field("", max_length=2000)
    limit: int = Field(10, ge=TOP_K[0], le=TOP_K[1])


def search_docs(*, user: Principal, arguments: DocsSearchArguments) -> Reply:
    """Passages of the repository's documents; their marks are those of the sections."""
    repository = find_ready(user=user, name=arguments.repository)
    source = repository_mark(repository)
    if arguments.file:
        place = locate_document(user=user, repository=repository, path=arguments.file)
        source = repo_path_mark(repository, place.document.path)
    request = SearchRequest(query=arguments.query, sources=(source,), top_k=arguments.limit)
    return search_reply(ask(user=user, request=request), arguments.max_tokens)


TOOL = Tool(
    name="docs_search",
    summary="Searches the docs of one repository.",
    use_when="you know which one has the answer",
    avoid="for code (search_symbols)",
    arguments=DocsSearchArguments,
    answer=FoundAnswer,
    handle=search_docs,
)
