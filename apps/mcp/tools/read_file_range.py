"""The tool ``read_file_range``: lines of any file of a repository."""

from typing import NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import FieldError, InvalidRequestError
from apps.access.principals import Principal
from apps.documents.file_lines import FileLines, read_lines
from apps.documents.marks import repo_path_mark
from apps.mcp.paging import TextPage, fit_page
from apps.mcp.places import find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.models import Repository
from apps.text.lines import LineIndex

MOST_LINES = 10**9
# What the service calls the arguments.
NAMES = {"start": "start_line", "end": "end_line"}


class RangeArguments(Arguments):
    """Which lines of which file; the cursor goes on in them."""

    repository: Text = Field(max_length=2000)
    path: Text = Field(max_length=4000)
    start_line: int = Field(1, ge=1, le=MOST_LINES)
    end_line: int | None = Field(None, ge=1, le=MOST_LINES)
    cursor: Text | None = None


class RangeAnswer(TypedDict):
    """Lines ``start_line`` to ``end_line`` of ``total_lines``, as the indexed commit has them.

    ``truncated``: there is more of what was asked for, by the cursor if there is one, else by
    asking for the lines that follow.
    """

    mark: str
    path: str
    commit_id: str
    start_line: int
    end_line: int
    total_lines: int
    content: str
    truncated: bool
    next_cursor: NotRequired[str]


def read_range(*, user: Principal, arguments: RangeArguments) -> Reply:
    """At most 1000 lines, in pages."""
    repository = find_ready(user=user, name=arguments.repository)
    try:
        found = read_lines(
            user=user,
            repository_id=repository.pk,
            path=arguments.path,
            start=arguments.start_line,
            end=arguments.end_line,
        )
    except InvalidRequestError as error:
        fields = [
            FieldError(NAMES.get(one.field, one.field), one.message) for one in error.field_errors
        ]
        raise type(error)(error.message, field_errors=fields) from None

    def build(page: TextPage) -> Reply:
        return reply(repository, found, page)

    return fit_page(found.content, arguments.cursor, arguments.max_tokens, build)


def reply(repository: Repository, found: FileLines, page: TextPage) -> Reply:
    """The page with the numbers of its lines."""
    lines = LineIndex(found.content.encode())
    first = len(found.content[: page.start].encode())
    last = first + len(page.content.encode())
    answer = {
        "mark": repo_path_mark(repository, found.path),
        "path": found.path,
        "commit_id": found.commit_id,
        "start_line": found.start_line + lines.line_of(first) - 1,
        "end_line": found.start_line + lines.line_of(max(last - 1, first)) - 1,
        "total_lines": found.total_lines,
        "content": page.content,
        **page.facts(),
    }
    answer["truncated"] = bool(answer["truncated"]) or found.content_truncated
    if found.note:
        answer["note"] = found.note
    head = (
        f"{found.path}, lines {answer['start_line']} to {answer['end_line']} of "
        f"{found.total_lines}, commit {found.commit_id[:12]}{found.note and ', '}{found.note}"
    )
    return Reply(answer, "\n\n".join([head, page.content, *page.more()]))


TOOL = Tool(
    name="read_file_range",
    summary="Reads up to 1000 lines of any file of a repository.",
    use_when="you need source code",
    avoid="for docs (docs_section)",
    arguments=RangeArguments,
    answer=RangeAnswer,
    handle=read_range,
)
