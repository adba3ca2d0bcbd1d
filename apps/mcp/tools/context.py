"""The tool ``context``: what a task needs, in one budgeted answer."""

from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.packs.making import fit_pack
from apps.retrieval.packs.pack import Pack
from apps.retrieval.packs.request import PackRequest

MOST_SOURCES = 100
# What is named of the parts that were left out.
MOST_OMITTED = 8
ENTRY_FIELDS = (
    *("mark", "title", "reason", "why", "score", "tokens", "content_truncated", "next_mark"),
    *("chunk_id", "document_id"),
)


class ContextArguments(Arguments):
    """A task in words, and the sources to look in; all that can be read when there are none."""

    task: Text
    sources: list[Text] = Field(default_factory=list, max_length=MOST_SOURCES)


class ContextAnswer(TypedDict):
    """A pack with REST's fields; ``tokens`` counts the Markdown."""

    markdown: str
    entries: list[dict[str, Any]]
    tokens: int
    omitted: list[dict[str, Any]]
    degraded: NotRequired[list[dict[str, Any]]]


def give_context(*, user: Principal, arguments: ContextArguments) -> Reply:
    """The largest pack whose whole answer keeps ``max_tokens``."""
    request = PackRequest(
        arguments.task, max_tokens=arguments.max_tokens, sources=tuple(arguments.sources)
    )
    pack = fit_pack(user=user, request=request, size_of=lambda pack: reply(pack).tokens)
    return reply(pack)


def reply(pack: Pack) -> Reply:
    """The pack as facts and as Markdown."""
    values = pack.as_dict()
    entries = [{name: entry[name] for name in ENTRY_FIELDS} for entry in values["entries"]]
    answer = ContextAnswer(
        markdown=pack.markdown,
        entries=entries,
        tokens=pack.tokens,
        omitted=values["omitted"][:MOST_OMITTED],
        degraded=values["degraded"],
    )
    notes = [
        f"Degraded ({one['stream']}, {one['code']}): {one['message']}" for one in pack.degraded
    ]
    notes += [f"Left out ({one.why}): `{one.mark}`" for one in pack.omitted[:MOST_OMITTED]]
    return Reply(answer, "\n".join([pack.markdown.rstrip("\n"), "", *notes]).rstrip("\n"))


TOOL = Tool(
    name="context",
    summary="Gathers what a task needs, with what is near and linked, and code.",
    use_when="you start on a task",
    avoid="for one fact (retrieve)",
    arguments=ContextArguments,
    answer=ContextAnswer,
    handle=give_context,
)
