"""Files of the kinds that are told apart; the first is a whole image, the others only begin."""

import struct
import zlib


def part(name: bytes, data: bytes) -> bytes:
    """A part of a PNG file, with its length and checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(red: int) -> bytes:
    """An image of eight by eight points in one colour."""
    head = struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes([red, 80, 160]) * 8) * 8
    parts = part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


PNG = png(red=40)
JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 16
GIF = b"GIF89a" + b"\0" * 16
WEBP = b"RIFF\x10\0\0\0WEBPVP8 "
AVIF = b"\0\0\0\x1cftypavif\0\0\0\0"
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
PDF = b"%PDF-1.7\n"
