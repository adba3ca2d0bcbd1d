"""A document as HTML, with its links leading to pages."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from apps.collections.attachment_index import AttachmentIndex
from apps.collections.media import is_image
from apps.collections.models import Collection, Document, Link, LinkState
from apps.reader.addresses import attachment_url, document_url
from apps.text.links import split_href
from apps.text.parse import parse_document
from apps.text.structure import LinkType

DEEPEST_IN_OUTLINE = 3
MOST_IN_OUTLINE = 400


@dataclass(frozen=True, slots=True)
class OutlineEntry:
    """One line of the table of contents; ``depth`` counts from 1."""

    text: str
    anchor: str
    depth: int


def rendered(
    collection: Collection,
    document: Document,
    links: Iterable[Link],
    load_files: Callable[[], AttachmentIndex],
) -> SafeString:
    """The text as safe HTML; links to documents and files of the collection lead to them.

    ``load_files`` is called only when the text has images or links that lead to no document.
    """
    # docutils and pygments are heavy, and only this tab needs them.
    from apps.text.render import render_document

    # The same word may be a path and a label.
    urls = {
        (link.href, link.link_type == LinkType.LABEL): link_url(collection, link) for link in links
    }
    files = cache(load_files)

    def resolve(href: str, link_type: LinkType) -> str | None:
        is_label = link_type is LinkType.LABEL
        url = urls.get((href, is_label))
        if is_label or link_type is LinkType.ANCHOR:
            return url
        if url is None or url == href:
            file = files().resolve(
                source_key=document.source_key, href=href, link_type=link_type.value
            )
            url = attachment_url(collection, file.source_key) if file else url
        return url

    parsed = parse_document(document.content, name=document.source_key)
    html = render_document(parsed, resolve=resolve, image_hosts=settings.PRESSMARK.image_hosts)
    return mark_safe(html)  # noqa: S308  sanitised there


def link_url(collection: Collection, link: Link) -> str | None:
    """The page or file that a link leads to; None when it leads nowhere.

    A link whose turn has not come yet stays as written: pages stand to each other as keys do. An
    image is looked up at once instead, as a page shows a missing one as missing.
    """
    if link.link_type == LinkType.ANCHOR and not link.is_fragment_found:
        return None
    if link.target_document is not None:
        return document_url(collection, link.target_document, link.fragment)
    if link.target_attachment is not None:
        return attachment_url(collection, link.target_attachment.source_key)
    by_name = (LinkType.WIKI, LinkType.LABEL)
    is_open = link.state == LinkState.PENDING and link.link_type not in by_name
    return link.href if is_open and not is_image(split_href(link.href).path) else None


def repeats_title(document: Document) -> bool:
    """Whether the first heading says what the page's title already says."""
    headings = document.heading_tree
    return bool(headings) and headings[0]["text"] == document.title


def outline_of(document: Document) -> list[OutlineEntry]:
    """Headings of the first three levels in use, without a first one that repeats the title.

    A page with thousands of headings gets the first of them: nobody reads more, and the list would
    take longer to make than the page.
    """
    headings = document.heading_tree
    if repeats_title(document):
        headings = headings[1:]
    if not headings:
        return []
    top = min(heading["level"] for heading in headings)
    entries = [
        OutlineEntry(heading["text"], heading["anchor"], heading["level"] - top + 1)
        for heading in headings
    ]
    return [entry for entry in entries if entry.depth <= DEEPEST_IN_OUTLINE][:MOST_IN_OUTLINE]
