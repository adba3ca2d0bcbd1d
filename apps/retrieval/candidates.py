"""What every stream answers with."""

from dataclasses import dataclass
from uuid import UUID

CANDIDATES = 300


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with the score that one stream gives it, and the document that it is part of.

    Symbols of code are part of none.
    """

    id: UUID
    score: float
    document: UUID | None = None
