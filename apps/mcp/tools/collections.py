"""The tool ``collections``: which collections there are."""

import uuid
from collections.abc import Sequence
from typing import Any, NotRequired

from django.db.models import Q
from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.collections.models import Collection
from apps.mcp.budget import fit_items
from apps.mcp.cursors import bad_cursor, read_cursor, write_cursor
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.hits import collection_mark


class CollectionsArguments(Arguments):
    """Narrow by a word in name or description; page with the cursor."""

    search: Text = Field("", max_length=200)
    limit: int = Field(50, ge=1, le=100)
    cursor: Text | None = None


class CollectionEntry(TypedDict):
    """One collection."""

    mark: str
    id: str
    name: str
    description: str
    visibility: str
    document_count: int


class CollectionsAnswer(TypedDict):
    """A page of collections."""

    items: list[CollectionEntry]
    total: int
    truncated: bool
    next_cursor: NotRequired[str]


def list_collections(*, user: Principal, arguments: CollectionsArguments) -> Reply:
    """The collections the user can read, by name."""
    rows = Collection.objects.visible_to(user)
    if arguments.search:
        word = arguments.search
        rows = rows.filter(Q(name__icontains=word) | Q(description__icontains=word))
    total = rows.count()
    if arguments.cursor is not None:
        rows = rows.filter(after(arguments.cursor))
    found = list(rows.with_counts().order_by("name", "id")[: arguments.limit + 1])
    page = found[: arguments.limit]

    def build(shown: Sequence[Any]) -> Reply:
        return reply(shown, total=total, is_last=len(shown) == len(found))

    return fit_items(page, arguments.max_tokens, build)


def after(cursor: str) -> Q:
    """The rows behind the one the cursor stands on."""
    place = read_cursor(cursor, name=str, id=str)
    try:
        identity = uuid.UUID(place["id"])
    except ValueError:
        raise bad_cursor() from None
    if "\0" in place["name"]:
        raise bad_cursor()
    return Q(name__gt=place["name"]) | Q(name=place["name"], id__gt=identity)


def reply(shown: Sequence[Any], *, total: int, is_last: bool) -> Reply:
    """The page as facts and as a list."""
    answer = CollectionsAnswer(
        items=[entry(collection) for collection in shown], total=total, truncated=not is_last
    )
    lines = [f"{total} collections can be read; {len(shown)} follow."]
    lines += [line(item) for item in answer["items"]]
    if shown and not is_last:
        cursor = write_cursor({"name": shown[-1].name, "id": str(shown[-1].pk)})
        answer["next_cursor"] = cursor
        lines.append(f"More: pass cursor={cursor}")
    return Reply(answer, "\n".join(lines))


def entry(collection: Any) -> CollectionEntry:
    """The facts about one collection."""
    return CollectionEntry(
        mark=collection_mark(collection),
        id=str(collection.pk),
        name=collection.name,
        description=collection.description,
        visibility=collection.visibility,
        document_count=collection.document_count,
    )


def line(item: CollectionEntry) -> str:
    """One collection as a list item."""
    about = f": {item['description']}" if item["description"] else ""
    return (
        f"- {item['name']} (`{item['mark']}`, id {item['id']}, {item['visibility']}, "
        f"{item['document_count']} documents){about}"
    )


TOOL = Tool(
    name="collections",
    summary="Lists the document collections you can read.",
    use_when="you need a collection's name or mark",
    avoid="to search inside one (collection_search)",
    arguments=CollectionsArguments,
    answer=CollectionsAnswer,
    handle=list_collections,
)
