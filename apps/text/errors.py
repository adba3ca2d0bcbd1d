"""The errors this package raises. Each carries a stable code that a surface may translate."""

from typing import ClassVar


class TextError(ValueError):
    """A text could not be taken as it is; `message` says why, in one sentence for a person."""

    code: ClassVar[str] = "text"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class EncodingError(TextError):
    """The bytes are no text in an encoding we accept."""

    code = "encoding"


class TooLargeError(TextError):
    """The input is over a size limit."""

    code = "too_large"


class ArchiveError(TextError):
    """An archive is damaged, hostile or over a limit."""

    code = "archive"
