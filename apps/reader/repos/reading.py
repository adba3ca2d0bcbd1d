"""What the page of a document needs, gathered with a fixed number of queries."""

from dataclasses import dataclass
from typing import Any

from apps.access.principals import Principal
from apps.access.querysets import Action, can
from apps.documents.contents import document_sections
from apps.documents.library import page_tree
from apps.documents.marks import repo_document_mark, repo_section_mark
from apps.documents.mentions.drift import list_drift
from apps.documents.mentions.refs import NamedSymbol, symbols_of
from apps.documents.models import MentionDrift, RepoDocument
from apps.reader.repos.addresses import repo_code_url, repo_page_url
from apps.reader.repos.prose import Marked, Prose, is_prose, prose_of
from apps.reader.repos.tree import PageTree, shown_title
from apps.repos.fetching import mirror_of
from apps.repos.git.history import Touch, last_touch
from apps.repos.host_pages import HostPages, host_pages
from apps.repos.models import Origin, Repository

MOST_SYMBOLS = 40
FORMAT_NAMES = {
    "markdown": "Markdown",
    "mdx": "MDX",
    "rst": "reStructuredText",
    "text": "Text",
    "asciidoc": "AsciiDoc",
    "html": "HTML",
    "openapi": "OpenAPI",
    "org": "Org",
    "rdoc": "RDoc",
}


@dataclass(frozen=True, slots=True)
class CodePlace:
    """A symbol that the page names, and the address of its lines."""

    named: NamedSymbol
    url: str


def page_context(user: Principal, repository: Repository, document: RepoDocument) -> dict[str, Any]:
    """Tree, text, code and state around one document, whose repository is loaded."""
    may_write = can(user, Action.WRITE, repository)
    host = host_pages(repository)
    tree = PageTree.of(page_tree(user=user, repository_id=repository.pk))
    stale = stale_names(user, document) if may_write else []
    around = tree.around(str(document.pk))
    return {
        **frame_context(repository, tree, str(document.pk), may_write=may_write),
        "document": document,
        "title": shown_title(document.title, document.path),
        "format_name": FORMAT_NAMES.get(document.format, document.format),
        "mark": repo_document_mark(document),
        "file_url": host.file(document.path) if host else "",
        "host": host,
        "touch": touch_of(document),
        "touch_url": commit_url(host, touch_of(document)),
        "prose": text_of(user, document, host, stale),
        "stale": stale,
        "code": code_on(user, document, host),
        "around": around,
        "before_url": repo_page_url(repository, around.before.slug) if around.before else "",
        "after_url": repo_page_url(repository, around.after.slug) if around.after else "",
        "siblings": [(one, repo_page_url(repository, one.slug)) for one in around.siblings],
    }


def frame_context(
    repository: Repository, tree: PageTree, page_id: str = "", *, may_write: bool
) -> dict[str, Any]:
    """What every page with the tree beside it needs."""
    return {
        "repository": repository,
        "may_write": may_write,
        "tree": tree.rows(repository, page_id) if tree.has_sidebar else (),
        "page_count": len(tree.pages),
        "page_id": page_id,
    }


def text_of(
    user: Principal, document: RepoDocument, host: HostPages | None, stale: list[MentionDrift]
) -> Prose:
    """The rendered text with the marks of its sections and its stale names."""
    sections = document_sections(user=user, document=document) if is_prose(document) else []
    marks = {one.anchor: repo_section_mark(document, one.address) for one in sections if one.level}
    sentences = {one.name: f"This used to mean {one.qualified_name}" for one in stale}
    return prose_of(user, document, host, Marked(marks, sentences))


def stale_names(user: Principal, document: RepoDocument) -> list[MentionDrift]:
    """The names of a document that used to mean a symbol which is gone, by line."""
    rows = list_drift(user=user, repository_id=document.repository_id)
    return list(rows.filter(document=document))


def code_on(user: Principal, document: RepoDocument, host: HostPages | None) -> list[CodePlace]:
    """The symbols that the page names for certain, surest first."""
    found = symbols_of(user=user, repository=document.repository, document=document)
    return [
        CodePlace(
            one,
            host.file(one.symbol.file_path, one.symbol.start_line, one.symbol.end_line)
            if host
            else repo_code_url(
                document.repository,
                one.symbol.file_path,
                one.symbol.start_line,
                one.symbol.end_line,
            ),
        )
        for one in found
        if not one.is_ambiguous
    ][:MOST_SYMBOLS]


def touch_of(document: RepoDocument) -> Touch | None:
    """The commit that last touched a document; a zip has none that anybody would know."""
    repository = document.repository
    if repository.origin == Origin.ARCHIVE:
        return None
    return last_touch(mirror_of(repository).path, repository.commit_id, document.path)


def commit_url(host: HostPages | None, touch: Touch | None) -> str:
    """The page of that commit on the git host, or nothing."""
    return host.commit(touch.commit_id) if host and touch else ""
