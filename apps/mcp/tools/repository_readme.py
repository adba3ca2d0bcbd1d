"""The tool ``repository_readme``: the page that introduces a repository."""

from pydantic import Field

from apps.access.principals import Principal
from apps.documents.marks import repo_document_mark, repository_mark
from apps.documents.readmes import find_readme
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.places import find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.collection_document import DocumentAnswer
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.text.tokens import count_tokens


class ReadmeArguments(Arguments):
    """Whose README; the cursor of the page before goes on in it."""

    repository: Text = Field(max_length=2000)
    cursor: Text | None = None


def read_readme(*, user: Principal, arguments: ReadmeArguments) -> Reply:
    """The README as it is indexed, in pages."""
    repository = find_ready(user=user, name=arguments.repository)
    document = find_readme(user=user, repository_id=repository.pk)
    facts = {
        "mark": repo_document_mark(document),
        "title": document.title,
        "source": repository_mark(repository),
        "tokens": count_tokens(document.content),
    }
    head = f"{facts['title']} (`{facts['mark']}`, {facts['tokens']} tokens in all)"

    def build(page: TextPage) -> Reply:
        answer = {**facts, "content": page.content, **page.facts()}
        return Reply(answer, "\n\n".join([head, page.content, *page.more()]))

    return fit_page(document.content, arguments.cursor, arguments.max_tokens, build)


TOOL = Tool(
    name="repository_readme",
    summary="Reads the README of a repository.",
    use_when="you want to know what it is",
    avoid="for other pages (docs_section)",
    arguments=ReadmeArguments,
    answer=DocumentAnswer,
    handle=read_readme,
)
