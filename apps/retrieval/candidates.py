"""What every stream answers with."""

from typing import NamedTuple
from uuid import UUID

CANDIDATES = 300


class Candidate(NamedTuple):
    """A passage with the score that one stream gives it, and the document that it is part of.

    Symbols of code are part of none.
    """

    id: UUID
    score: float
    document: UUID | None = None
