"""Faults of our own parsers and of the libraries below them, told apart from bad input."""

from collections.abc import Iterator
from contextlib import contextmanager

_FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(RecursionError, TypeError, ValueError),
)
# Rust libraries raise a class of their own that no handler of exceptions catches.
_PANIC = "PanicException"


class ParserFault(RuntimeError):  # noqa: N818 - a fault of ours, not an error of the input
    """A parser or renderer failed on a text, which is our fault."""


@contextmanager
def guarded() -> Iterator[None]:
    """Turn whatever a faulty parser raises into `ParserFault`; a refused encoding stays so."""
    try:
        yield
    except UnicodeEncodeError:
        raise
    except _FAULTS as error:
        raise ParserFault(str(error)) from error
    except BaseException as error:
        if type(error).__name__ == _PANIC:
            raise ParserFault(str(error)) from error
        raise
