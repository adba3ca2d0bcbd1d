"""Anchors where authors may name them themselves."""

import re
from collections.abc import Iterable

from apps.text.anchors import AnchorRegister

_NAME = re.compile(r"[^\s\x00-\x20\x7f\"'<>&#]{1,200}\Z")


class NamedAnchors:
    """Hands out the anchors of one document; `names` are the ids that its authors gave.

    The first heading of a name has it; all others get GitHub's anchor, which is none of the names.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._free = {name for name in names if _NAME.match(name)}
        self._reserved = frozenset(self._free)
        self._register = AnchorRegister()

    def take(self, text: str, name: str) -> str:
        """Return an unused anchor for a heading of this text, its own `name` if it has one."""
        if name in self._free:
            self._free.remove(name)
            return name
        anchor = self._register.take(text)
        while anchor in self._reserved:
            anchor = self._register.take(text)
        return anchor
