"""What a source file declares."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named declaration. Lines count from 1; ``end_line`` is part of it.

    ``qualified_name`` goes from the package or module to the name, joined as the language does.
    ``summary`` is the first line of its documentation comment, empty without one.
    """

    kind: str
    name: str
    qualified_name: str
    signature: str
    summary: str
    start_line: int
    end_line: int
