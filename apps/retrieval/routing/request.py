"""What is asked when somebody wants to know where to look."""

from collections.abc import Iterator
from dataclasses import dataclass

from apps.access.errors import FieldError, InvalidRequestError

QUERY_CHARS = 512
TOP_K = (1, 10)


@dataclass(frozen=True, slots=True)
class RouteRequest:
    """A question, and how many sources of each kind to name."""

    query: str
    top_k: int = 3

    def check(self) -> None:
        """Raise `InvalidRequestError` naming every field that is out of bounds."""
        problems = tuple(self._problems())
        if problems:
            raise InvalidRequestError(problems[0].message, field_errors=problems)

    def _problems(self) -> Iterator[FieldError]:
        if not self.query.strip():
            yield FieldError("query", "Type what you are looking for.")
        elif len(self.query) > QUERY_CHARS:
            yield FieldError("query", f"A question has at most {QUERY_CHARS} characters.")
        elif "\x00" in self.query or any("\ud800" <= one <= "\udfff" for one in self.query):
            yield FieldError("query", "The question has characters that are no text.")
        least, most = TOP_K
        if not least <= self.top_k <= most:
            yield FieldError("top_k", f"Give a number from {least} to {most}.")
