"""What kind of file an attachment is: its suffix lets it in, its first bytes say what it is.

The signatures are those of the formats' own specifications: PNG (W3C, 5.2), JPEG (ITU-T T.81, B.1),
GIF (87a, 89a), WebP (RFC 9649, 2.4), AVIF (ISO/IEC 14496-12 file type box, AV1 image brands), PDF.
"""

from apps.collections.keys import suffix_of
from apps.text.links import IMAGE_SUFFIXES

IMAGES = frozenset(IMAGE_SUFFIXES)
# Other image formats, papers, sheets, drawings, sound and film: what exported wikis hold.
OTHERS = (
    *(".bmp", ".ico", ".tif", ".tiff", ".heic", ".pdf", ".csv", ".tsv", ".docx", ".xlsx", ".pptx"),
    *(".odt", ".ods", ".odp", ".rtf", ".drawio", ".excalidraw", ".puml", ".vsdx"),
    *(".mp3", ".ogg", ".wav", ".mp4", ".webm", ".mov"),
)
ATTACHMENT_SUFFIXES = IMAGES | frozenset(OTHERS)
UNKNOWN = "application/octet-stream"
SVG = "image/svg+xml"
# What browsers may show in place: raster images have no scripts.
SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"})
SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"%PDF-", "application/pdf"),
)
AVIF_BRANDS = (b"avif", b"avis")
LOOKED_AT = 1024


def is_attachment(path: str) -> bool:
    """Whether a file of that name is kept beside the documents."""
    return suffix_of(path) in ATTACHMENT_SUFFIXES


def is_image(path: str) -> bool:
    """Whether a file of that name is referred to as an image."""
    return suffix_of(path) in IMAGES


def sniff(path: str, data: bytes) -> str:
    """The media type by the first bytes; the name counts for SVG only, which has no signature."""
    for signature, media_type in SIGNATURES:
        if data.startswith(signature):
            return media_type
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in AVIF_BRANDS:
        return "image/avif"
    if suffix_of(path) == ".svg" and b"<svg" in data[:LOOKED_AT].lower():
        return SVG
    return UNKNOWN
