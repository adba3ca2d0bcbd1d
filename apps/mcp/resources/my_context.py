"""The resource ``pressmark://my-context``: who is asking, and what they may read."""

from collections.abc import Iterable, Mapping
from typing import Any

from apps.access.principals import Principal, acting_token
from apps.collections.models import Collection
from apps.documents.marks import repository_mark
from apps.mcp.resources.definition import Resource
from apps.mcp.tools.registry import allowed_names
from apps.repos.catalogue import list_repositories
from apps.retrieval.hits import collection_mark

MOST = 100


def read(*, user: Principal, values: Mapping[str, str]) -> str:  # noqa: ARG001  no variables
    """The caller, the limits of their token, and the sources they can read, by name."""
    allowed = allowed_names(user)
    lines = ["# My context", "", *who(user), f"Tools: {', '.join(sorted(allowed)) or 'none'}.", ""]
    if "repositories" in allowed:
        rows = list_repositories(user=user)
        entries = ((repository_mark(one), one.description) for one in rows[:MOST])
        lines += listing("Repositories", rows.count(), entries, "repositories")
    if "collections" in allowed:
        collections = Collection.objects.visible_to(user).order_by("name", "id")
        found: Iterable[Any] = collections[:MOST]
        entries = ((collection_mark(one), one.description) for one in found)
        lines += listing("Collections", collections.count(), entries, "collections")
    return "\n".join(lines)


def who(user: Principal) -> list[str]:
    """The caller in words."""
    if not user.is_authenticated:
        return ["You are a visitor without a name and can read what is public."]
    lines = [f"You act for {user.get_username()}."]
    token = acting_token(user)
    if token is not None:
        lines.append(f"Token: {token.name}, for {', '.join(token.scopes)}.")
        if token.source_ids is not None:
            lines.append(f"It is limited to some sources ({len(token.source_ids)}).")
        if token.expires_at is not None:
            lines.append(f"It expires on {token.expires_at:%d %B %Y}.")
    return lines


def listing(title: str, total: int, entries: Iterable[tuple[str, str]], tool: str) -> list[str]:
    """A list of sources with their marks."""
    lines = [f"## {title} ({total})", ""]
    for mark, about in entries:
        text = " ".join(about.split())
        lines.append(f"- `{mark}`{': ' + text if text else ''}")
    if total > MOST:
        lines.append(f"- {total - MOST} more: call {tool}.")
    return [*lines, ""]


RESOURCE = Resource(
    uri="pressmark://my-context",
    name="my-context",
    title="My context",
    description="Who you act for, the limits of your token, and the sources you can read.",
    read=read,
)
