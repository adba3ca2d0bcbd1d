"""Where the outermost blocks of a page begin and end."""

from apps.text.formats.html.tokens import Token
from apps.text.structure import BlockKind

_KINDS = {
    "p": BlockKind.PARAGRAPH,
    "ul": BlockKind.LIST,
    "ol": BlockKind.LIST,
    "dl": BlockKind.DEFINITION,
    "table": BlockKind.TABLE,
    "pre": BlockKind.CODE,
    "blockquote": BlockKind.QUOTE,
}


class BlockBounds:
    """Takes the tags of a page; `found` are the blocks that were closed, in characters."""

    def __init__(self) -> None:
        self.found: list[tuple[BlockKind, int, int]] = []
        self._name = ""
        self._start = 0
        self._depth = 0

    def take(self, token: Token) -> None:
        """Take in a tag. A paragraph also ends where another block begins."""
        if token.name not in _KINDS:
            return
        if self._name == "p" and not token.is_close:
            self._end(token.start)
        if not self._name:
            if not token.is_close:
                self._name, self._start, self._depth = token.name, token.start, 1
        elif token.name == self._name:
            self._depth += -1 if token.is_close else 1
            if not self._depth:
                self._end(token.end)

    def _end(self, at: int) -> None:
        self.found.append((_KINDS[self._name], self._start, at))
        self._name = ""
