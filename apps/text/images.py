"""The images of a document that are files beside it."""

from urllib.parse import unquote

from apps.text.rewriting import link_places
from apps.text.structure import Link, ParsedDocument


def image_links(parsed: ParsedDocument) -> list[Link]:
    """Return the images and embeds of a Markdown document that may be files of its collection.

    They are told like links, the file's name for their text; images of other hosts are left out, as
    is every other format. Takes about as long as parsing, where there is an image at all.
    """
    if parsed.format not in ("markdown", "mdx") or "![" not in parsed.source:
        return []
    data, line, counted = parsed.source.encode(), 1, 0
    found: list[Link] = []
    for place in link_places(parsed.source):
        if place.is_inner and (place.is_image or place.is_embed):
            line += data.count(b"\n", counted, place.start)
            counted = place.start
            name = unquote(place.path.rpartition("/")[2])
            found.append(Link(name, place.href, line, place.link_type))
    return found
