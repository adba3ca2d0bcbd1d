"""What every stream answers with."""

from dataclasses import dataclass
from uuid import UUID

CANDIDATES = 300


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with the score that one stream gives it."""

    id: UUID
    score: float
