"""Counting words."""

import re

_ASCII_BLANK = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f "
_SHAPE = bytes(0x20 if byte in _ASCII_BLANK else 0x78 for byte in range(256))
_WIDE_BLANK = re.compile(
    rb"\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
)
_WIDE_LEADS = (
    b"\xc2\x85",
    b"\xc2\xa0",
    b"\xe1\x9a\x80",
    b"\xe2\x80",
    b"\xe2\x81\x9f",
    b"\xe3\x80\x80",
)


def count_words(source: str, data: bytes) -> int:
    """Return the number of runs of non-blank characters, as `len(source.split())` does.

    `data` is the UTF-8 form of `source`. Unless it holds other than ASCII white space, its words
    are counted without making a string of each.
    """
    is_plain = len(source) == len(data) or not any(lead in data for lead in _WIDE_LEADS)
    if not is_plain and _WIDE_BLANK.search(data):
        return len(source.split())
    shape = data.translate(_SHAPE)
    return shape.count(b" x") + shape.startswith(b"x")
