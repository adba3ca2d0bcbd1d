"""What routing answers with."""

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Destination:
    """A source to look in, with its score from 0 to 1 and the reason in one line."""

    mark: str
    label: str
    score: float
    why: str


@dataclass(frozen=True, slots=True)
class Routes:
    """Sources of both kinds, best first."""

    repositories: tuple[Destination, ...]
    collections: tuple[Destination, ...]
    degraded: tuple[dict[str, str], ...]

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the same fields and order on every surface."""
        return {
            "repositories": [asdict(one) for one in self.repositories],
            "collections": [asdict(one) for one in self.collections],
            "degraded": list(self.degraded),
        }
