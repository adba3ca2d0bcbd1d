"""What an author should know about a page before it is published."""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from apps.collections.attachment_index import AttachmentIndex, File
from apps.collections.fragments import Places
from apps.collections.link_index import LinkIndex, Page
from apps.collections.models import Document
from apps.text.anchors import github_slug
from apps.text.links import split_href
from apps.text.rewriting import link_places
from apps.text.structure import Link, LinkType, ParsedDocument

LINE_IN_MESSAGE = re.compile(r"\bline (\d+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to look at, by its line (from 1); ``is_note``: nothing breaks because of it."""

    line: int
    code: str
    message: str
    is_note: bool = False


@dataclass(frozen=True, slots=True)
class Draftwork:
    """Unsaved text with its structure, and the pages of the collection that it would stand in."""

    page: Page
    parsed: ParsedDocument
    pages: Mapping[uuid.UUID, Page]
    index: LinkIndex
    files: AttachmentIndex

    def target_of(self, href: str, link_type: LinkType) -> tuple[Page, str | None] | None:
        """The page that a link leads to, which may be this one, and the anchor that a label names.

        Of a link on the page (``#name``), this is asked when the page has no such anchor.
        """
        found = self.index.find(
            source_key=self.page.source_key, href=href, link_type=link_type.value
        )
        return (self.pages[found.document], found.anchor) if found else None

    def file_of(self, href: str, link_type: LinkType) -> File | None:
        """The attachment that a link or an image leads to."""
        return self.files.resolve(
            source_key=self.page.source_key, href=href, link_type=link_type.value
        )


def find_problems(work: Draftwork, *, is_truncated: bool) -> list[Problem]:
    """Everything that is wrong with the text, in no order."""
    found = [*front_matter_problems(work.parsed), *heading_notes(work.parsed)]
    found.extend([*link_problems(work), *image_problems(work)])
    if is_truncated:
        reason = "The page is so long that its end cannot be searched; make two pages of it."
        found.append(Problem(work.parsed.line_count, "TRUNCATED", reason))
    if not work.parsed.source.strip():
        found.append(Problem(1, "EMPTY", "The page is empty.", is_note=True))
    return found


def front_matter_problems(parsed: ParsedDocument) -> Iterator[Problem]:
    """Front matter that cannot be read; its text is kept but none of its fields counts."""
    if parsed.front_matter_error:
        named = LINE_IN_MESSAGE.search(parsed.front_matter_error)
        line = int(named[1]) if named else parsed.blocks[0].start_line
        yield Problem(line, "FRONT_MATTER", parsed.front_matter_error)


def heading_notes(parsed: ParsedDocument) -> Iterator[Problem]:
    """Headings that share their words, so that links need the numbered anchor."""
    first: dict[str, int] = {}
    for heading in parsed.headings:
        slug = github_slug(heading.text)
        line = first.setdefault(slug, heading.line)
        if line != heading.line:
            reason = (
                f"“{heading.text}” is also the heading of line {line}; "
                f"links to this one need #{heading.anchor}."
            )
            yield Problem(heading.line, "DUPLICATE_HEADING", reason, is_note=True)


def link_problems(work: Draftwork) -> Iterator[Problem]:
    """Links inside the collection that lead to no page, or to no place on their page."""
    fragments: dict[uuid.UUID, list[tuple[Link, str]]] = {}
    for link in work.parsed.links:
        if link.link_type is LinkType.ABSOLUTE:
            continue
        found = work.target_of(link.href, link.link_type)
        target = work.page if link.link_type is LinkType.ANCHOR else None
        if found is not None:
            if found[1] is not None:
                continue
            target = found[0]
        if target is None:
            if leads_nowhere(work, link):
                reason = f"“{link.href}” leads to no page of this collection."
                yield Problem(link.line, "BROKEN_LINK", reason)
            continue
        fragment = split_href(link.href).fragment
        is_title = link.link_type is LinkType.WIKI and work.index.by_title(link.href) is not None
        if fragment and not is_title:
            fragments.setdefault(target.id, []).append((link, fragment))
    yield from fragment_problems(work, fragments)


def leads_nowhere(work: Draftwork, link: Link) -> bool:
    """Whether a link that leads to no page is a fault."""
    if link.link_type is LinkType.LABEL:
        return work.index.lacks_label(link.href)
    return work.file_of(link.href, link.link_type) is None


def image_problems(work: Draftwork) -> Iterator[Problem]:
    """Images that are no file of the collection, each target once."""
    if work.parsed.format not in {"markdown", "mdx"}:
        return
    seen: set[str] = set()
    data = work.parsed.source.encode()
    for place in link_places(work.parsed.source):
        if not (place.is_image and place.is_inner) or place.href in seen:
            continue
        seen.add(place.href)
        if work.file_of(place.href, place.link_type) is None:
            line = data.count(b"\n", 0, place.start) + 1
            reason = f"“{place.href}” is no file of this collection."
            yield Problem(line, "MISSING_IMAGE", reason)


def fragment_problems(
    work: Draftwork, fragments: Mapping[uuid.UUID, list[tuple[Link, str]]]
) -> Iterator[Problem]:
    """Fragments that name nothing on their page; each page is read once."""
    own = [{"anchor": heading.anchor} for heading in work.parsed.headings]
    stored = Document.objects.filter(pk__in=set(fragments) - {work.page.id})
    texts = {row.pk: (row.heading_tree, row.content) for row in stored.iterator(chunk_size=100)}
    texts[work.page.id] = (own, work.parsed.source)
    for page_id, links in fragments.items():
        places = Places(*texts.get(page_id, ([], "")))
        for link, fragment in links:
            if not places.has(fragment):
                title = work.pages[page_id].title
                reason = f"“{link.href}” names no section of “{title}”."
                yield Problem(link.line, "BROKEN_FRAGMENT", reason)
