"""The tool ``outline``: what a collection or a document consists of, without its text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.mcp.budget import fit_items
from apps.mcp.cursors import bad_cursor, read_cursor, write_cursor
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.reading import Reading, read_mark
from apps.text.marks import CollectionMark, parse_mark

BEFORE_ALL = -1


class OutlineArguments(Arguments):
    """Whose outline; the cursor goes on in a long one."""

    mark: Text = Field(description="of a collection or document", max_length=8000)
    cursor: Text | None = None


class OutlineItem(TypedDict):
    """A document of a collection (level 0), or a heading of a document."""

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


def show_outline(*, user: Principal, arguments: OutlineArguments) -> Reply:
    """The documents of a collection by key, or the headings of a document in order."""
    reading = read_mark(user=user, mark=arguments.mark)
    items = outline_items(reading)
    start = 0 if arguments.cursor is None else find_start(arguments.cursor, items)

    def build(shown: Sequence[OutlineItem]) -> Reply:
        return reply(reading, shown, total=len(items), is_last=start + len(shown) == len(items))

    return fit_items(items[start:], arguments.max_tokens, build)


def outline_items(reading: Reading) -> list[OutlineItem]:
    """What the outline lists. Raises `InvalidRequestError` for things that have none."""
    if reading.kind == "collection":
        documents = reading.details["documents"]
        return [OutlineItem(mark=one["mark"], title=one["title"], level=0) for one in documents]
    document = parse_mark(reading.mark)
    if not isinstance(document, CollectionMark) or "headings" not in reading.details:
        message = "Give the mark of a collection or of a document in one."
        raise InvalidRequestError.for_field("mark", message)
    return [
        OutlineItem(
            # A heading without a letter has no anchor; the document is its nearest address.
            mark=str(replace(document, anchor=one["anchor"] or None)),
            title=one["text"],
            level=one["level"],
        )
        for one in reading.details["headings"]
    ]


def find_start(cursor: str, items: Sequence[OutlineItem]) -> int:
    """The index behind the item the cursor names, wherever it stands by now."""
    last = read_cursor(cursor, after=str)["after"]
    index = next((i for i, item in enumerate(items) if item["mark"] == last), BEFORE_ALL)
    if index == BEFORE_ALL:
        raise bad_cursor()
    return index + 1


def reply(reading: Reading, shown: Sequence[OutlineItem], *, total: int, is_last: bool) -> Reply:
    """The items as facts and as an indented list."""
    answer = OutlineAnswer(
        mark=reading.mark,
        kind=reading.kind,
        title=reading.title,
        items=list(shown),
        total=total,
        truncated=not is_last,
    )
    lines = [f"{reading.title} (`{reading.mark}`, {reading.kind}): {total} entries"]
    lines += [
        f"{'  ' * max(item['level'] - 1, 0)}- {item['title']} `{item['mark']}`" for item in shown
    ]
    if shown and not is_last:
        answer["next_cursor"] = write_cursor({"after": shown[-1]["mark"]})
        lines.append(f"More: pass cursor={answer['next_cursor']}")
    return Reply(answer, "\n".join(lines))


TOOL = Tool(
    name="outline",
    summary="Lists the documents of a collection or the headings of a document.",
    use_when="you want to know what there is before you read",
    avoid="to look for something (retrieve)",
    arguments=OutlineArguments,
    answer=OutlineAnswer,
    handle=show_outline,
)
