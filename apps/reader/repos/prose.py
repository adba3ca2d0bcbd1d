"""A document of a repository as HTML: links lead to pages, to files, or to the git host."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape, unescape

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from apps.access.principals import Principal
from apps.collections.media import is_attachment
from apps.documents.models import DocumentKind, RepoDocument
from apps.documents.targets import PageIndex, PageTarget, Target, find_target, page_index
from apps.reader.prose import DEEPEST_IN_OUTLINE, MOST_IN_OUTLINE, OutlineEntry
from apps.reader.repos.addresses import repo_code_url, repo_page_url, repo_url
from apps.repos.fetching import mirror_of
from apps.repos.git.existence import PathCheck
from apps.repos.host_pages import HostPages
from apps.repos.models import Repository
from apps.text.parse import FORMATS, parse_document
from apps.text.structure import Heading, LinkType

_PROSE = frozenset(FORMATS.values())
_TWINS = {"md": "md", "mdx": "mdx", "rst": "rst"}
_ANCHOR = re.compile(r'<a class="heading-anchor" href="#([^"]*)"')
_BROKEN = re.compile(r'class="(?:[\w -]+ )?broken-(?:link|image)')


@dataclass(frozen=True, slots=True)
class Prose:
    """The rendered text, its table of contents, and how many of its links lead nowhere."""

    html: SafeString
    outline: tuple[OutlineEntry, ...] = ()
    repeats_title: bool = False
    broken_count: int = 0
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Marked:
    """What is put into the text beside the author's own: marks of sections, names that drifted.

    ``sections`` gives the mark of each anchor; ``stale`` a sentence for each name.
    """

    sections: Mapping[str, str]
    stale: Mapping[str, str]


def prose_of(
    user: Principal, document: RepoDocument, host: HostPages | None, marked: Marked
) -> Prose:
    """The text of a document, whose repository is loaded, as safe HTML."""
    # docutils and pygments are heavy, and only this page needs them.
    from apps.text.render import render_document
    from apps.text.render_code import render_code

    if not is_prose(document):
        html = render_code(document.content, language=document.format)
        return Prose(mark_safe(html), is_code=True)  # noqa: S308  escaped there
    repository = document.repository
    parsed = parse_document(document.content, name=document.path)
    load_index = cache(lambda: page_index(user=user, repository=repository))
    with PathCheck(mirror_of(repository).path, repository.commit_id) as check:

        def resolve(href: str, link_type: LinkType) -> str | None:
            index: PageIndex = load_index()
            found = find_target(index, check.kind, document.path, href, link_type)
            return None if found is None else target_url(repository, found, host)

        html = render_document(parsed, resolve=resolve, image_hosts=settings.PRESSMARK.image_hosts)
    headings = parsed.headings
    repeats = bool(headings) and headings[0][:2] == (1, document.title)
    return Prose(
        html=mark_safe(with_marks(html, marked)),  # noqa: S308  sanitised there
        outline=tuple(outline_of(headings[1:] if repeats else headings)),
        repeats_title=repeats,
        broken_count=len(_BROKEN.findall(html)),
    )


def is_prose(document: RepoDocument) -> bool:
    """Whether a document is read as text; anything else is a block of code."""
    if document.kind == DocumentKind.REPO_DOC:
        return document.format in _PROSE
    return document.kind == DocumentKind.EXAMPLE and document.format in _TWINS


def target_url(repository: Repository, target: Target, host: HostPages | None) -> str | None:
    """The address of what a link means: a page, an image of ours, a file on the git host.

    Without a host whose pages are known, files are shown here by their lines; a folder leads to
    the list of the pages in it.
    """
    if isinstance(target, PageTarget):
        return repo_page_url(repository, target.slug, target.fragment)
    if is_attachment(target.path) and not target.is_folder:
        return repo_url(repository, "file", target.path)
    if host is not None:
        return host.folder(target.path) if target.is_folder else host.file(target.path)
    if target.is_folder:
        return repo_url(repository, "pages") + f"?filter={target.path}/"
    return repo_code_url(repository, target.path)


def outline_of(headings: Iterable[Heading]) -> list[OutlineEntry]:
    """The first three levels in use, as far as they can be jumped to."""
    usable = [heading for heading in headings if heading.anchor]
    if not usable:
        return []
    top = min(heading.level for heading in usable)
    entries = [OutlineEntry(one.text, one.anchor, one.level - top + 1) for one in usable]
    return [entry for entry in entries if entry.depth <= DEEPEST_IN_OUTLINE][:MOST_IN_OUTLINE]


def with_marks(html: str, marked: Marked) -> str:
    """The HTML with the mark of each section at its anchor, and stale names told apart."""

    def anchor(found: re.Match[str]) -> str:
        mark = marked.sections.get(unescape(found[1]))
        return f'{found[0]} data-mark="{escape(mark)}"' if mark else found[0]

    text = _ANCHOR.sub(anchor, html)
    for name, sentence in marked.stale.items():
        code = f"<code>{escape(name, quote=False)}</code>"
        text = text.replace(code, f'<code class="stale" title="{escape(sentence)}">{code[6:]}')
    return text
