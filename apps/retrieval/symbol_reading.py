"""Reading a symbol by its mark: its source, as the indexed commit has it."""

from typing import Any

from apps.access.errors import NotFoundError, NotReadyError
from apps.access.principals import Principal
from apps.documents.file_lines import MOST_LINES, read_lines
from apps.documents.marks import repository_mark
from apps.documents.mentions.related import symbol_items
from apps.repos.code.finding import find_symbols_named
from apps.repos.models import Repository
from apps.retrieval.readings import Reading
from apps.text.tokens import count_tokens


def read_symbol(*, user: Principal, repository: Repository, name: str) -> Reading:
    """The first symbol of a qualified or plain name, with others of that name in ``details``.

    Raises `NotFoundError`; when the mirror cannot be read, the signature alone is the content.
    """
    rows = list(find_symbols_named(user=user, repository=repository, name=name)[:20])
    items = symbol_items(user=user, repository=repository, symbols=rows)
    first: dict[str, Any] = items[0]
    end = min(first["end_line"], first["start_line"] + MOST_LINES - 1)
    try:
        content = read_lines(
            user=user,
            repository_id=repository.pk,
            path=first["file_path"],
            start=first["start_line"],
            end=end,
        ).content
    except (NotFoundError, NotReadyError):
        content = first["signature"]
    return Reading(
        kind="symbol",
        mark=first["mark"],
        source=repository_mark(repository),
        title=first["qualified_name"],
        content=content,
        tokens=count_tokens(content),
        details={**first, "others": items[1:], "content_truncated": end < first["end_line"]},
    )
