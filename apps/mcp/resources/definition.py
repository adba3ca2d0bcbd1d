"""What a resource is: an address, or a template of addresses, and a reader."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol
from urllib.parse import unquote

from apps.access.principals import Principal

MARKDOWN = "text/markdown"
_VARIABLE = re.compile(r"\{(\w+)\}")


class Reader(Protocol):
    """Reads a resource under the rights of ``user``; raises `DomainError`."""

    def __call__(self, *, user: Principal, values: Mapping[str, str]) -> str:
        """The text, as Markdown; ``values`` are those of the template."""
        ...


@dataclass(frozen=True, slots=True)
class Resource:
    """A resource; ``uri`` may hold variables in braces, each one percent-encoded path segment."""

    uri: str
    name: str
    title: str
    description: str
    read: Reader

    @property
    def is_template(self) -> bool:
        """Whether there are many of it."""
        return "{" in self.uri

    def match(self, uri: str) -> dict[str, str] | None:
        """The values of the variables in an address; None when it is no address of this."""
        parts = _VARIABLE.split(self.uri)
        pattern = "".join(
            f"(?P<{part}>[^/?#]+)" if number % 2 else re.escape(part)
            for number, part in enumerate(parts)
        )
        found = re.fullmatch(pattern, uri)
        if found is None:
            return None
        return {name: unquote(value, errors="replace") for name, value in found.groupdict().items()}
