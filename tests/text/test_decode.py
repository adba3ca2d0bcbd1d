import codecs

import pytest

from apps.text.decode import DecodedText, decode
from apps.text.errors import EncodingError, TextError


def test_utf8_is_taken_as_it_is() -> None:
    assert decode("Größe\r\n".encode()) == DecodedText("Größe\r\n", None)


def test_a_byte_order_mark_is_removed_and_noted() -> None:
    assert decode(codecs.BOM_UTF8 + b"# T") == DecodedText("# T", "byte-order mark removed")


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
def test_utf16_with_its_mark_is_decoded_and_noted(codec: str) -> None:
    mark = codecs.BOM_UTF16_LE if codec == "utf-16-le" else codecs.BOM_UTF16_BE
    assert decode(mark + "# Tür".encode(codec)) == DecodedText("# Tür", "decoded from UTF-16")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ab\xff", "The text is not valid UTF-8 (byte 3)."),
        (b"caf\xe9", "The text is not valid UTF-8 (byte 4)."),
        (codecs.BOM_UTF8 + b"\xff", "The text is not valid UTF-8 (byte 4)."),
        (b"# T\n\nab\x00cd", "The text contains NUL bytes."),
        (codecs.BOM_UTF16_LE + b"a", "The text is not valid UTF-16 (byte 3)."),
        (codecs.BOM_UTF16_LE + b"a\0\0\0", "The text contains NUL bytes."),
    ],
)
def test_anything_else_is_refused_with_a_reason(data: bytes, message: str) -> None:
    with pytest.raises(EncodingError) as caught:
        decode(data)
    assert (caught.value.code, caught.value.message) == ("encoding", message)
    assert isinstance(caught.value, TextError)


def test_line_ends_and_form_feeds_are_kept() -> None:
    assert decode(b"a\r\nb\rc\n\x0cd").text == "a\r\nb\rc\n\x0cd"
