"""Long texts in pages that keep a token budget."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from apps.mcp.budget import fit_items
from apps.mcp.cursors import bad_cursor, read_cursor, write_cursor
from apps.mcp.replies import Reply

# More characters than this per token is not to be expected of prose or code.
CHARS_PER_TOKEN = 8
PIECE_CHARS = 400


@dataclass(frozen=True, slots=True)
class TextPage:
    """A slice of a text, from the character ``start`` on.

    ``next_cursor`` leads to the one after it, if there is more.
    """

    content: str
    next_cursor: str | None
    start: int = 0

    @property
    def is_last(self) -> bool:
        """Whether the text ends here."""
        return self.next_cursor is None

    def facts(self) -> dict[str, Any]:
        """What each answer with a text says about the page."""
        more = {} if self.next_cursor is None else {"next_cursor": self.next_cursor}
        return {"truncated": bool(more), **more}

    def more(self) -> list[str]:
        """The line of the text that tells how to go on, if there is more."""
        return [] if self.next_cursor is None else [f"More: pass cursor={self.next_cursor}"]


def fit_page(
    text: str, cursor: str | None, max_tokens: int, build: Callable[[TextPage], Reply]
) -> Reply:
    """The reply built from the longest page that fits, from where the cursor stands.

    Pages end after a line, unless a line alone is too long, and together they are the text.
    Raises `BudgetTooSmallError`, or `InvalidRequestError` for a cursor of another text, which
    includes an older state of the same one.
    """
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    start = 0 if cursor is None else find_start(cursor, text, digest)
    window = text[start : start + max_tokens * CHARS_PER_TOKEN]

    def build_page(pieces: Sequence[str]) -> Reply:
        content = "".join(pieces)
        end = start + len(content)
        more = write_cursor({"at": end, "of": digest}) if end < len(text) else None
        return build(TextPage(content, more, start))

    return fit_items(list(cut(window)), max_tokens, build_page)


def find_start(cursor: str, text: str, digest: str) -> int:
    """Where to go on, in characters."""
    place = read_cursor(cursor, at=int, of=str)
    start: int = place["at"]
    if place["of"] != digest or not 0 < start < len(text):
        raise bad_cursor()
    return start


def cut(text: str) -> Iterator[str]:
    """The text as lines, the long ones in several pieces."""
    for line in text.splitlines(keepends=True):
        for start in range(0, len(line), PIECE_CHARS):
            yield line[start : start + PIECE_CHARS]
