"""The graph of a repository: documents, sections, links between pages, and the code they name."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q

from apps.access.principals import Principal
from apps.documents.locating import locate_document
from apps.documents.marks import repo_path_mark, repo_section_mark, repository_mark
from apps.documents.models import Mention, RepoDocument, Section
from apps.documents.targets import CALLED, PageIndex, find_page
from apps.repos.code.finding import symbol_mark
from apps.repos.models import CodeSymbol, Repository
from apps.retrieval.graph.assembly import (
    FEW_DOCUMENTS,
    MOST_NODES,
    SYMBOL_SHARE,
    Assembly,
    Page,
)
from apps.retrieval.graph.graph import EdgeKind, Graph, Node, NodeKind, Wanted
from apps.text.structure import LinkType

NO_WISHES = Wanted()
# Type and href of each link, by the document it stands in.
Written = dict[UUID, list[list[str]]]


def repository_graph(
    *,
    user: Principal,
    repository: Repository,
    wanted: Wanted = NO_WISHES,
    limit: int = MOST_NODES,
) -> Graph:
    """The graph of a repository that the user may read, by four queries however large it is.

    Sections are those of ``wanted.file``, or of all documents where these are few. Raises
    `NotFoundError` for a file that is no document.
    """
    assembly = Assembly(repository_mark(repository), repository.slug, limit)
    opened = None
    if wanted.file:
        opened = locate_document(user=user, repository=repository, path=wanted.file).document.pk
    pages, links = load_pages(user, repository)
    documents = wanted.documents | ({opened} if opened else set())
    assembly.add_pages(pages, Wanted(documents=documents))
    sections = add_sections(assembly, user, repository, opened, wanted)
    for page in assembly.pages.values():
        for target in links.from_page(page):
            if target in assembly.pages:
                assembly.connect(page.mark, assembly.pages[target].mark, EdgeKind.LINK)
    add_symbols(assembly, user, repository, sections, wanted)
    return assembly.graph()


class PageLinks:
    """What each document of a repository links to; resolved for those that are asked for."""

    def __init__(self, index: PageIndex, slugs: dict[str, UUID], written: Written) -> None:
        self._index, self._slugs, self._written = index, slugs, written

    def from_page(self, page: Page) -> Iterator[UUID]:
        """The ids of the documents that the links of one lead to."""
        for link_type, href in self._written[page.id]:
            target = find_page(self._index, page.name, href, LinkType(link_type))
            if target is not None:
                yield self._slugs[target.slug]


def load_pages(user: Principal, repository: Repository) -> tuple[list[Page], PageLinks]:
    """All documents by path, and their links."""
    columns = ("pk", "size", "links", *CALLED)
    found = RepoDocument.objects.visible_to(user).filter(repository=repository).order_by("path")
    rows = list(found.values_list(*columns))
    index = PageIndex(called for _, _, _, *called in rows)
    slugs = {slug: pk for pk, *_, slug, _, _ in rows}
    written: Written = {pk: links for pk, _, links, *_ in rows}
    pages = [
        Page(pk, path, title, repo_path_mark(repository, path), size, slug)
        for pk, size, _, path, _, slug, title, _ in rows
    ]
    return pages, PageLinks(index, slugs, written)


def add_sections(
    assembly: Assembly,
    user: Principal,
    repository: Repository,
    opened: UUID | None,
    wanted: Wanted,
) -> dict[UUID, str]:
    """The sections to show; returns their nodes' ids by their own."""
    rows = Section.objects.visible_to(user).filter(document__repository=repository, level__gt=0)
    if len(assembly.pages) > FEW_DOCUMENTS:
        rows = rows.filter(Q(document=opened) | Q(document__in=wanted.documents))
    is_few = len(assembly.pages) <= FEW_DOCUMENTS
    ids: dict[UUID, str] = {}
    nodes: list[tuple[Node, str]] = []
    for row in rows.order_by("document__path", "position"):
        page = assembly.pages.get(row.document_id)
        if page is None:
            continue
        document = RepoDocument(pk=page.id, path=page.name, repository=repository)
        node = section_node(row, page, repo_section_mark(document, row.address))
        if is_few or page.id == opened or node.id in wanted.marks:
            above = ids.get(row.parent_id) if row.parent_id else None
            ids[row.pk] = node.id
            nodes.append((node, above or page.mark))
    assembly.add_sections(nodes)
    return ids


def section_node(section: Section, page: Page, mark: str) -> Node:
    """A section."""
    return Node(
        id=mark,
        kind=NodeKind.SECTION,
        label=section.title,
        mark=mark,
        path=page.name,
        folder=page.folder,
        document_id=str(page.id),
        slug=page.slug,
        anchor=section.anchor,
        start_line=section.start_line,
        end_line=section.tree_end_line or section.end_line,
    )


def add_symbols(
    assembly: Assembly,
    user: Principal,
    repository: Repository,
    sections: dict[UUID, str],
    wanted: Wanted,
) -> None:
    """The symbols that documents surely name, those named by most of them first."""
    rows = Mention.objects.visible_to(user).filter(
        chunk__document__repository=repository, is_ambiguous=False
    )
    columns = ("chunk__document", "chunk__section", "symbol")
    mentions = list(rows.order_by(*columns).values_list(*columns).distinct())
    naming = Counter(symbol for _, symbol in {(pk, symbol) for pk, _, symbol in mentions})
    symbols = CodeSymbol.objects.visible_to(user).in_bulk(naming)
    nodes = {pk: symbol_node(row, symbol_mark(row, repository)) for pk, row in symbols.items()}
    ranked = sorted(nodes, key=lambda pk: rank(nodes[pk], naming[pk], wanted))
    assembly.totals["symbols"] = len(nodes)
    most = min(assembly.room, int(assembly.limit * SYMBOL_SHARE))
    assembly.omitted["symbols"] = max(0, len(ranked) - most)
    shown = set(ranked[: max(0, most)])
    assembly.nodes |= {nodes[pk].id: nodes[pk] for pk in ranked if pk in shown}
    for document, section, symbol in mentions:
        if symbol in shown and document in assembly.pages:
            place = sections.get(section) if section else None
            source = place if place in assembly.nodes else assembly.pages[document].mark
            assembly.connect(source or "", nodes[symbol].id, EdgeKind.MENTION)


def rank(node: Node, naming: int, wanted: Wanted) -> tuple[bool, int, str, int]:
    """Wanted symbols first, then those that most documents name."""
    return node.id not in wanted.marks, -naming, node.id, node.start_line


def symbol_node(symbol: CodeSymbol, mark: str) -> Node:
    """A symbol of the code."""
    return Node(
        id=mark,
        kind=NodeKind.SYMBOL,
        label=symbol.qualified_name,
        mark=mark,
        path=symbol.path,
        folder=symbol.path.rpartition("/")[0],
        start_line=symbol.start_line,
        end_line=symbol.end_line,
    )
