"""What reading by mark brings back."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Reading:
    """What a mark points at: its text, or for a source the list of its documents."""

    kind: str
    mark: str
    source: str
    title: str
    content: str
    tokens: int
    details: dict[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)
