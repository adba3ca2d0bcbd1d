"""What a door is: the requests that the leak matrix sends to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WORD = "zyxxq"


@dataclass(frozen=True, slots=True)
class Call:
    """One request at a door.

    ``writes`` marks what somebody who may only read is refused, ``asks`` a question sent by POST.
    ``by_session`` marks what no token opens, so that it is sent with the session instead.
    """

    path: str
    method: str = "get"
    body: Mapping[str, Any] | None = None
    writes: bool = False
    headers: Mapping[str, str] | None = None
    asks: bool = False
    by_session: bool = False

    @property
    def is_aimed(self) -> bool:
        """Whether the call names something that may be hidden."""
        texts = [self.path, *(str(value) for value in (self.body or {}).values())]
        return any("{" in text.replace("[{", "") for text in texts)


@dataclass(frozen=True, slots=True)
class Door:
    """What is asked at one door; where it ``shows`` the hidden, ``shown_to`` sees it there."""

    calls: tuple[Call, ...]
    shows: bool = True
    shown_to: str = "owner"


def get(*paths: str, shows: bool = True) -> Door:
    """A door at which one only looks."""
    return Door(tuple(Call(path) for path in paths), shows)


def post(path: str, body: Mapping[str, Any] | None = None, *, method: str = "post") -> Call:
    """A call that changes something."""
    return Call(path, method, body or {}, writes=True)


def ask(path: str, body: Mapping[str, Any]) -> Call:
    """A search: sent by POST, changes nothing."""
    return Call(path, "post", body, asks=True)


def tool(*calls: Mapping[str, Any]) -> Door:
    """A tool of the MCP server, called with these arguments."""
    return Door(tuple(Call("/mcp", "post", dict(arguments)) for arguments in calls))


def resource(*uris: str) -> Door:
    """Resources of the MCP server, read by these addresses."""
    return Door(tuple(Call("/mcp", "post", {"uri": uri}) for uri in uris))


def page(model: str, place: str, *fields: str) -> Door:
    """A page of the admin: the list, its search, a new row, and what belongs to one row."""
    root = f"/admin/{model.replace('.', '/').lower()}"
    calls = [Call(f"{root}/{tail}") for tail in ("", f"?q={WORD}", *(f"?{f}" for f in fields))]
    calls += [Call(f"{root}/add/"), Call(f"{root}/{{{place}}}/")]
    calls += [Call(f"{root}/{{{place}}}/{name}/") for name in ("change", "history", "delete")]
    calls += [post(f"{root}/{{{place}}}/{name}/", {"post": "yes"}) for name in ("change", "delete")]
    return Door(tuple(calls))
