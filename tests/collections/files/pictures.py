"""The first bytes of the kinds of files that are told apart."""

PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 24
JPEG = b"\xff\xd8\xff\xe0" + b"\0" * 16
GIF = b"GIF89a" + b"\0" * 16
WEBP = b"RIFF\x10\0\0\0WEBPVP8 "
AVIF = b"\0\0\0\x1cftypavif\0\0\0\0"
SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'
PDF = b"%PDF-1.7\n"
