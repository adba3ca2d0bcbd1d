"""The tool ``outline``: what a source or a document consists of, without its text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.documents.contents import TocEntry, outline, toc_documents
from apps.documents.marks import repo_document_mark, repository_mark
from apps.mcp.budget import fit_items
from apps.mcp.cursors import bad_cursor, read_cursor, write_cursor
from apps.mcp.places import find_ready
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.repos.models import Repository
from apps.retrieval.reading import Reading, read_mark
from apps.text.marks import CollectionMark, MarkError, RepoMark, parse_mark

BEFORE_ALL = -1
NO_OUTLINE = "Give the mark of a repository, of a collection, or of a document in one."


class OutlineArguments(Arguments):
    """Whose outline; the cursor goes on in a long one."""

    mark: Text = Field(description="of a repository, collection or document", max_length=8000)
    cursor: Text | None = None


class OutlineItem(TypedDict):
    """A document of a source (level 0), or a heading of a document."""

    mark: str
    title: str
    level: int


class OutlineAnswer(TypedDict):
    """A page of the outline; ``total`` counts all of its items."""

    mark: str
    kind: str
    title: str
    items: list[OutlineItem]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


@dataclass(frozen=True, slots=True)
class Outlined:
    """What has an outline, and the whole of it."""

    mark: str
    kind: str
    title: str
    items: list[OutlineItem]


def show_outline(*, user: Principal, arguments: OutlineArguments) -> Reply:
    """The documents of a source by path or key, or the headings of a document in order."""
    whole = find_outline(user, arguments.mark)
    start = 0 if arguments.cursor is None else find_start(arguments.cursor, whole.items)

    def build(shown: Sequence[OutlineItem]) -> Reply:
        return reply(whole, shown, is_last=start + len(shown) == len(whole.items))

    return fit_items(whole.items[start:], arguments.max_tokens, build)


def find_outline(user: Principal, text: str) -> Outlined:
    """The outline of what a mark names. Raises `InvalidRequestError` for things that have none."""
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field("mark", error.message) from None
    if isinstance(mark, RepoMark) and mark.slugs is None:
        repository = find_ready(user=user, name=str(mark))
        return outline_repository(user, repository, mark.path)
    if not isinstance(mark, CollectionMark) or mark.anchor is not None:
        raise InvalidRequestError.for_field("mark", NO_OUTLINE)
    return outline_collection(read_mark(user=user, mark=text))


def outline_repository(user: Principal, repository: Repository, path: str | None) -> Outlined:
    """The documents of a repository by path, or the sections of one of them."""
    if path is None:
        rows = toc_documents(user=user, repository_id=repository.pk)
        items = [
            OutlineItem(mark=repo_document_mark(row), title=row.title, level=0) for row in rows
        ]
        return Outlined(repository_mark(repository), "repository", repository.slug, items)
    tree = outline(user=user, repository_id=repository.pk, file=path)
    return Outlined(tree.mark, "document", tree.title, list(section_items(tree.sections)))


def section_items(entries: Sequence[TocEntry]) -> Iterator[OutlineItem]:
    """Sections in reading order."""
    for entry in entries:
        yield OutlineItem(mark=entry.mark, title=entry.title, level=entry.level)
        yield from section_items(entry.children)


def outline_collection(reading: Reading) -> Outlined:
    """The documents of a collection by key, or the headings of one of them."""
    document = parse_mark(reading.mark)
    if reading.kind == "collection" or not isinstance(document, CollectionMark):
        documents = reading.details["documents"]
        items = [OutlineItem(mark=one["mark"], title=one["title"], level=0) for one in documents]
        return Outlined(reading.mark, reading.kind, reading.title, items)
    items = [
        OutlineItem(
            # A heading without a letter has no anchor; the document is its nearest address.
            mark=str(replace(document, anchor=one["anchor"] or None)),
            title=one["text"],
            level=one["level"],
        )
        for one in reading.details["headings"]
    ]
    return Outlined(reading.mark, reading.kind, reading.title, items)


def find_start(cursor: str, items: Sequence[OutlineItem]) -> int:
    """The index behind the item the cursor names, wherever it stands by now."""
    last = read_cursor(cursor, after=str)["after"]
    index = next((i for i, item in enumerate(items) if item["mark"] == last), BEFORE_ALL)
    if index == BEFORE_ALL:
        raise bad_cursor()
    return index + 1


def reply(whole: Outlined, shown: Sequence[OutlineItem], *, is_last: bool) -> Reply:
    """The items as facts and as an indented list."""
    answer = OutlineAnswer(
        mark=whole.mark,
        kind=whole.kind,
        title=whole.title,
        items=list(shown),
        total=len(whole.items),
        truncated=not is_last,
    )
    lines = [f"{whole.title} (`{whole.mark}`, {whole.kind}): {len(whole.items)} entries"]
    lines += [
        f"{'  ' * max(item['level'] - 1, 0)}- {item['title']} `{item['mark']}`" for item in shown
    ]
    if shown and not is_last:
        answer["next_cursor"] = write_cursor({"after": shown[-1]["mark"]})
        lines.append(f"More: pass cursor={answer['next_cursor']}")
    return Reply(answer, "\n".join(lines))


TOOL = Tool(
    name="outline",
    summary="Lists the documents of a source or the headings of a document.",
    use_when="you want to know what there is",
    avoid="to look for something (retrieve)",
    arguments=OutlineArguments,
    answer=OutlineAnswer,
    handle=show_outline,
)
