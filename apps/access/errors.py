"""Domain errors: raised low with a stable code, translated once by each surface."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field of the input."""

    field: str
    message: str


class DomainError(Exception):
    """The request cannot be carried out; ``message`` says why and what to do next."""

    code: ClassVar[str] = "INVALID_REQUEST"

    def __init__(self, message: str, *, field_errors: Sequence[FieldError] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.field_errors = tuple(field_errors)


class InvalidRequestError(DomainError):
    """The input breaks a rule; ``field_errors`` name the fields."""

    @classmethod
    def for_field(cls, field: str, message: str) -> "InvalidRequestError":
        """One field is wrong."""
        return cls(message, field_errors=(FieldError(field, message),))


class NotFoundError(DomainError):
    """Missing, or hidden from this user: the two are never told apart."""

    code = "NOT_FOUND"

    def __init__(self, message: str = "There is nothing here, or you may not read it.") -> None:
        super().__init__(message)


class ForbiddenError(DomainError):
    """The user can see the thing but may not do this to it."""

    code = "FORBIDDEN"


class InsufficientScopeError(ForbiddenError):
    """The token's scopes do not cover the request."""

    code = "INSUFFICIENT_SCOPE"


class ConflictError(DomainError):
    """The state of the thing does not allow it now."""

    code = "CONFLICT"


class DuplicateNameError(ConflictError):
    """A source of this name is already readable by the user."""

    code = "DUPLICATE_NAME"


class PreconditionFailedError(ConflictError):
    """The stored version is not the one the caller named.

    ``current_version`` is the stored one: 0 when the thing is gone, None when that is not known.
    """

    code = "PRECONDITION_FAILED"

    def __init__(self, message: str, *, current_version: int | None = None) -> None:
        super().__init__(message)
        self.current_version = current_version


class TooLargeError(DomainError):
    """The input is over a limit."""

    code = "TOO_LARGE"


class NotReadyError(DomainError):
    """The thing exists but cannot answer yet."""

    code = "NOT_READY"


class UnavailableError(DomainError):
    """Something this depends on does not answer; the input is not at fault, try again later."""

    code = "UNAVAILABLE"


class UnsupportedFormatError(DomainError):
    """The kind of input is not one that can be taken in."""

    code = "UNSUPPORTED_FORMAT"


class BudgetTooSmallError(DomainError):
    """Not even the smallest useful answer fits into ``max_tokens``."""

    code = "BUDGET_TOO_SMALL"

    @classmethod
    def needing(cls, tokens: int) -> "BudgetTooSmallError":
        """The smallest useful answer takes that many tokens."""
        return cls(f"The smallest answer to this takes {tokens} tokens.")
