"""The resource ``pressmark://repo/{host}/{owner}/{name}/tree``: the pages of a repository."""

from collections.abc import Iterator, Mapping, Sequence

from apps.access.errors import InsufficientScopeError, NotFoundError
from apps.access.principals import Principal
from apps.documents.library import PageNode, page_tree
from apps.documents.marks import repo_path_mark, repository_mark
from apps.mcp.replies import GREATEST_MAX_TOKENS
from apps.mcp.resources.definition import Resource
from apps.mcp.tools.registry import allowed_names
from apps.repos.catalogue import marked_repository
from apps.repos.models import Repository
from apps.text.marks import MarkError, RepoMark
from apps.text.tokens import count_tokens

TOOL = "outline"


def read(*, user: Principal, values: Mapping[str, str]) -> str:
    """Folders and pages as an indented list with marks, cut to what tools may answer at most.

    Raises `NotFoundError`, `NotReadyError`, or `InsufficientScopeError` for a token that may not
    use the tool which tells the same.
    """
    if TOOL not in allowed_names(user):
        raise InsufficientScopeError(f"This token may not use {TOOL}, which tells the same.")
    try:
        mark = RepoMark(values["host"], values["owner"], values["name"])
    except MarkError:
        raise NotFoundError from None
    repository = marked_repository(user=user, mark=mark)
    tree = page_tree(user=user, repository_id=repository.pk)
    lines = [f"# {repository.slug}", "", f"`{repository_mark(repository)}`", ""]
    return "\n".join(cut([*lines, *lines_of(repository, tree, 0)], repository))


def lines_of(repository: Repository, nodes: Sequence[PageNode], depth: int) -> Iterator[str]:
    """Pages and folders, indented."""
    for node in nodes:
        place = f" `{repo_path_mark(repository, node.file_path)}`" if node.file_path else "/"
        yield f"{'  ' * depth}- {node.title}{place}"
        yield from lines_of(repository, node.children, depth + 1)


def cut(lines: list[str], repository: Repository) -> list[str]:
    """The lines that keep within the tokens of the longest answer."""
    left = GREATEST_MAX_TOKENS
    for number, line in enumerate(lines):
        left -= count_tokens(line) + 1
        if left < 0:
            more = f"- {len(lines) - number} more lines: call docs_toc for {repository.slug}."
            return [*lines[:number], more]
    return lines


RESOURCE = Resource(
    uri="pressmark://repo/{host}/{owner}/{name}/tree",
    name="repository-tree",
    title="Pages of a repository",
    description="The documentation pages of a repository, as its folders have them, with marks.",
    read=read,
)
