"""A page as it would look and what would be wrong with it, before anything is stored."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.attachment_index import load_files
from apps.collections.building import chunk_limits
from apps.collections.checking import read_text, unreadable
from apps.collections.keys import check_format, clean_key, name_of
from apps.collections.link_index import LinkIndex, Page, aliases_of
from apps.collections.models import Collection, Document
from apps.collections.problems import Draftwork, Problem, find_problems
from apps.collections.resolve import load_pages
from apps.text.chunk import chunk_document
from apps.text.errors import TextError
from apps.text.labels import label_anchors
from apps.text.links import split_href
from apps.text.parse import parse_document
from apps.text.structure import Heading, LinkType, ParsedDocument

UNNAMED = "untitled.md"
# From the key of a page and a fragment (or empty) to its address.
PageAddress = Callable[[str, str], str]
# From the key of an attachment to its address.
FileAddress = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Preview:
    """Safe HTML, the headings, and what is wrong, by line."""

    html: str
    headings: tuple[Heading, ...]
    problems: tuple[Problem, ...]


def preview(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    source_key: str,
    content: str,
    page_address: PageAddress | None = None,
    file_address: FileAddress | None = None,
) -> Preview:
    """Render unsaved text as the reader would, with its links resolved in the collection.

    Bad input is a problem in the answer, not an error: the text may be half written. Without
    ``page_address`` and ``file_address`` resolved targets stay as written. Raises
    `NotFoundError` or `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    key, problems = read_key(source_key)
    try:
        text, _note = read_text(content)
        parsed = parse(text, key)
    except DomainError as error:
        reason = error.field_errors[0].message if error.field_errors else error.message
        return Preview("", (), (*problems, Problem(1, error.code.upper(), reason)))
    work = draftwork(collection.pk, key, parsed)
    html = render(work, page_address, file_address)
    problems.extend(find_problems(work, is_truncated=is_truncated(parsed)))
    problems.sort(key=lambda problem: problem.line)
    return Preview(html, parsed.headings, tuple(problems))


def read_key(raw: str) -> tuple[str, list[Problem]]:
    """The key as far as it goes, and what is wrong with it."""
    if not raw.strip():
        return UNNAMED, []
    try:
        key = clean_key(raw)
        check_format(key)
    except DomainError as error:
        reason = error.field_errors[0].message if error.field_errors else error.message
        return UNNAMED, [Problem(1, "KEY", reason)]
    return key, []


def parse(text: str, key: str) -> ParsedDocument:
    """The structure of the text. Raises `UnreadableTextError`."""
    try:
        return parse_document(text, name=key)
    except TextError as error:
        raise unreadable(error.message) from None


def is_truncated(parsed: ParsedDocument) -> bool:
    """Whether the page has more chunks than are kept."""
    return chunk_document(parsed, chunk_limits()).truncated


def draftwork(collection_id: uuid.UUID, key: str, parsed: ParsedDocument) -> Draftwork:
    """The text among the documents of its collection, as if it were stored under its key."""
    same = Document.objects.filter(collection=collection_id, source_key=key)
    page_id = same.values_list("pk", flat=True).first() or uuid.uuid4()
    title = parsed.title or name_of(key)
    labels = tuple(label_anchors(parsed.labels).items())
    here = Page(page_id, key, title, aliases_of(parsed.front_matter), labels)
    pages = {page.id: page for page in load_pages(collection_id)} | {page_id: here}
    return Draftwork(
        page=here,
        parsed=parsed,
        pages=pages,
        index=LinkIndex(pages.values()),
        files=load_files(collection_id),
    )


def render(
    work: Draftwork, page_address: PageAddress | None, file_address: FileAddress | None
) -> str:
    """The page as safe HTML."""
    # docutils and pygments are heavy, and only pages need them.
    from apps.text.render import render_document

    def resolve(href: str, link_type: LinkType) -> str | None:
        target = work.target_of(href, link_type)
        if target is not None:
            page, anchor = target
            fragment = split_href(href).fragment or "" if anchor is None else anchor
            return page_address(page.source_key, fragment) if page_address else href
        if link_type in (LinkType.ANCHOR, LinkType.LABEL):
            return None
        file = work.file_of(href, link_type)
        if file is None:
            return None
        return file_address(file.source_key) if file_address else href

    return render_document(work.parsed, resolve=resolve, image_hosts=settings.PRESSMARK.image_hosts)
