"""The graph of a collection: documents, sections, and the links between them."""

from collections.abc import Iterator
from typing import Any

from apps.access.principals import Principal
from apps.collections.models import Collection, Document, Link
from apps.retrieval.graph.assembly import FEW_DOCUMENTS, MOST_NODES, Assembly, Page
from apps.retrieval.graph.graph import EdgeKind, Graph, Node, NodeKind, Wanted
from apps.retrieval.hits import collection_mark
from apps.text.marks import CollectionMark

NO_WISHES = Wanted()


def collection_graph(
    *,
    user: Principal,
    collection: Collection,
    wanted: Wanted = NO_WISHES,
    limit: int = MOST_NODES,
) -> Graph:
    """The graph of a collection that the user may read, by three queries however large it is.

    Sections are those of ``wanted.file``, or of all documents where these are few. Raises
    `NotFoundError` for a file that is no document.
    """
    assembly = Assembly(collection_mark(collection), collection.name, limit)
    rows = Document.objects.visible_to(user).filter(collection=collection)
    opened = rows.find(user=user, source_key=wanted.file).pk if wanted.file else None
    columns = ("pk", "source_key", "title", "size")
    pages = [
        Page(pk, key, title, str(CollectionMark(collection.name, key)), size)
        for pk, key, title, size in rows.order_by("source_key").values_list(*columns)
    ]
    documents = wanted.documents | ({opened} if opened else set())
    assembly.add_pages(pages, Wanted(documents=documents))
    is_few = len(assembly.pages) <= FEW_DOCUMENTS
    whole = set(assembly.pages) if is_few else {opened}
    asked = rows.filter(pk__in=list(assembly.pages) if is_few else list(documents))
    for pk, headings in asked.order_by("source_key").values_list("pk", "heading_tree"):
        if (page := assembly.pages.get(pk)) is not None:
            assembly.add_sections(
                (node, above)
                for node, above in sections_of(collection, page, headings)
                if pk in whole or node.id in wanted.marks
            )
    add_links(assembly, user, collection)
    return assembly.graph()


def add_links(assembly: Assembly, user: Principal, collection: Collection) -> None:
    """Links between documents that are both in the graph."""
    rows = Link.objects.visible_to(user).filter(
        document__collection=collection, target_document__isnull=False
    )
    pages = assembly.pages
    for source, target in rows.order_by("pk").values_list("document", "target_document"):
        if source in pages and target in pages:
            assembly.connect(pages[source].mark, pages[target].mark, EdgeKind.LINK)


def sections_of(
    collection: Collection, page: Page, headings: list[dict[str, Any]]
) -> Iterator[tuple[Node, str]]:
    """A node for each heading, with the id of the heading above it or of the document."""
    trail: list[tuple[int, str]] = []
    for heading in headings:
        if not heading["anchor"]:
            continue
        mark = str(CollectionMark(collection.name, page.name, heading["anchor"]))
        while trail and trail[-1][0] >= heading["level"]:
            trail.pop()
        node = Node(
            id=mark,
            kind=NodeKind.SECTION,
            label=heading["text"],
            mark=mark,
            path=page.name,
            folder=page.folder,
            document_id=str(page.id),
            anchor=heading["anchor"],
            start_line=heading["line"],
        )
        yield node, trail[-1][1] if trail else page.mark
        trail.append((heading["level"], mark))
