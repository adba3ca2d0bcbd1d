"""From the bytes of a file to text that can be indexed, or the reason why it cannot."""

import re
from dataclasses import dataclass

from apps.documents.discovery.secrets import is_secret_file, mask_values
from apps.text.decode import decode
from apps.text.errors import EncodingError

_LFS = b"version https://git-lfs.github.com/spec/"
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
# Share of control characters above which bytes are no text in any single-byte encoding.
_MOST_CONTROL = 0.01


@dataclass(frozen=True, slots=True)
class FileText:
    """The text, and a note for a person (empty: nothing to say)."""

    text: str
    note: str


class NoTextError(ValueError):
    """The file is not indexed; ``reason`` is for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_text(path: str, data: bytes) -> FileText:
    """The text of a file with its line ends as stored. Raises `NoTextError`.

    What is neither UTF-8 nor UTF-16 with a mark is read as Windows-1252, which is told. Values of
    environment files are masked.
    """
    if data.startswith(_LFS):
        raise NoTextError("It is a Git LFS pointer; the content is not in the repository.")
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise NoTextError("It is binary (holds NUL bytes).")
    notes = []
    try:
        decoded = decode(data)
        text = decoded.text
        notes += [decoded.note] if decoded.note else []
    except EncodingError:
        text = _decode_old(data)
        notes.append("decoded from Windows-1252")
    if is_secret_file(path):
        text = mask_values(text)
        notes.append("values masked")
    if not text.strip():
        notes.append("empty")
    return FileText(text, "; ".join(notes))


def _decode_old(data: bytes) -> str:
    text = data.decode("cp1252", "replace")
    if "\0" in text or len(_CONTROL.findall(text)) > len(text) * _MOST_CONTROL:
        raise NoTextError("It is binary, or text in an encoding that cannot be told.")
    return text
