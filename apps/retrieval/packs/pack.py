"""What a context pack is: Markdown within a budget, and an account of what is in it."""

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Reason(StrEnum):
    """How something came into a pack."""

    SEED = "seed"
    NEIGHBOUR = "neighbour"
    LINK = "link"
    CODE = "code"


class Left(StrEnum):
    """Why something was left out."""

    BUDGET = "budget"
    FLOOR = "floor"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class PackEntry:
    """One part of the pack: where it stands, why it is there, and what it costs.

    ``next_mark`` leads to the rest where the entry was cut; it is empty otherwise.
    """

    mark: str
    title: str
    heading_path: list[str]
    source: str
    reason: str
    why: str
    score: float
    tokens: int
    start_line: int
    end_line: int
    content_truncated: bool
    next_mark: str
    chunk_id: str
    document_id: str


@dataclass(frozen=True, slots=True)
class Omitted:
    """Something that was found and left out."""

    mark: str
    title: str
    reason: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Pack:
    """The pack. ``tokens`` counts all of ``markdown`` (o200k_base) and is never over the budget."""

    task: str
    max_tokens: int
    markdown: str
    entries: tuple[PackEntry, ...]
    tokens: int
    omitted: tuple[Omitted, ...]
    degraded: tuple[dict[str, str], ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the same fields and order on every surface."""
        return {
            "markdown": self.markdown,
            "entries": [asdict(one) for one in self.entries],
            "tokens": self.tokens,
            "max_tokens": self.max_tokens,
            "omitted": [asdict(one) for one in self.omitted],
            "degraded": list(self.degraded),
        }
