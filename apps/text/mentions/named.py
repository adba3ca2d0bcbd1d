"""Code as a text names it."""

from dataclasses import dataclass
from enum import StrEnum


class Form(StrEnum):
    """How a name is written; the first forms say most clearly that code is meant."""

    ROLE = "role"
    DIRECTIVE = "directive"
    SPAN = "span"
    CALL = "call"
    IMPORT = "import"
    FENCE = "fence"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class NamedCode:
    """A name of code in a text: as written, cut at its joints, and where (lines from 1).

    ``role`` narrows what it may be (``class``, ``function``, ``method``, ``attribute``, ``data``,
    ``setting``).
    """

    text: str
    parts: tuple[str, ...]
    form: Form
    line: int
    role: str = ""
    is_call: bool = False

    @property
    def name(self) -> str:
        """The last part: the name that a symbol must have."""
        return self.parts[-1]
