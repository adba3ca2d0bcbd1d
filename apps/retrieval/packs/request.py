"""What a context pack is asked for, checked once for every surface."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from apps.access.errors import FieldError, InvalidRequestError

MAX_TOKENS = (1, 100_000)


@dataclass(frozen=True, slots=True)
class PackRequest:
    """A task in words, the tokens there is room for, and where to look.

    ``sources`` are marks of repositories, collections or documents; empty means all that the user
    can read.
    """

    task: str
    max_tokens: int = 8000
    sources: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise `InvalidRequestError` naming every field that is out of bounds."""
        problems = tuple(self._problems())
        if problems:
            raise InvalidRequestError(problems[0].message, field_errors=problems)

    def _problems(self) -> Iterator[FieldError]:
        longest = settings.PRESSMARK.limits.query_chars
        if not self.task.strip():
            yield FieldError("task", "Say what the pack is for.")
        elif len(self.task) > longest:
            yield FieldError("task", f"A task has at most {longest} characters.")
        elif "\x00" in self.task or any("\ud800" <= one <= "\udfff" for one in self.task):
            yield FieldError("task", "The task has characters that are no text.")
        least, most = MAX_TOKENS
        if not least <= self.max_tokens <= most:
            yield FieldError("max_tokens", f"Give a number from {least} to {most}.")
