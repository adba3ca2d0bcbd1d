"""Counting words."""

_WHITESPACE = b"\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f "
_SHAPE = bytes(0x20 if byte in _WHITESPACE else 0x78 for byte in range(256))


def count_words(source: str) -> int:
    """Return the number of runs of non-blank characters, as `len(source.split())` does.

    ASCII text is counted without making a string of each word.
    """
    if not source.isascii():
        return len(source.split())
    shape = source.encode().translate(_SHAPE)
    return shape.count(b" x") + shape.startswith(b"x")
