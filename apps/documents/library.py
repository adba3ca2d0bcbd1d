"""The documents of a repository: lists, one in full, and the reader's tree of pages."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from apps.access.principals import Principal
from apps.documents.locating import LocatedDocument, locate_page, ready_repository
from apps.documents.models import Mention, RepoDocument, RepoDocumentChunk

_PINNED = ("readme", "index", "overview", "introduction", "intro", "main")
_TYPES = {
    **dict.fromkeys(("api", "apis", "reference", "ref"), "api"),
    **dict.fromkeys(("module", "modules"), "module"),
    **dict.fromkeys(("guide", "guides", "tutorial", "tutorials", "howto"), "guide"),
    "overview": "overview",
}
# Folders inside of folders; what lies deeper is listed in the last of them.
_DEEPEST = 16
_FOLDERS = uuid.UUID("6f0d3c1e-6d0f-4c0e-9a57-4f1d8f2f7c11")


@dataclass(frozen=True, slots=True)
class PageNode:
    """A page of the reader, or a folder (without ``file_path``) with pages in it."""

    id: str
    title: str
    slug: str
    doc_type: str
    sort_order: int
    parent_id: str | None
    file_path: str | None
    children: "list[PageNode]" = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def list_documents(
    *, user: Principal, repository_id: uuid.UUID, words: str = ""
) -> QuerySet[RepoDocument]:
    """The documents by path, without texts, with ``chunk_count`` and ``mentions_count``.

    ``words`` must occur in path or title. Raises `NotFoundError` or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    if words:
        rows = rows.filter(Q(path__icontains=words) | Q(title__icontains=words))
    return with_counts(rows.select_related("repository").defer("content").order_by("path"))


def find_document(
    *, user: Principal, repository_id: uuid.UUID, document_id: uuid.UUID
) -> RepoDocument:
    """One document in full, with counts. Raises `NotFoundError` or `NotReadyError`."""
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = RepoDocument.objects.filter(repository=repository).select_related("repository")
    return with_counts(rows).find(user=user, pk=document_id)  # type: ignore[attr-defined, no-any-return]


def find_page(*, user: Principal, repository_id: uuid.UUID, slug: str) -> LocatedDocument:
    """The page of a slug, or the one that had it. Raises `NotFoundError` or `NotReadyError`."""
    repository = ready_repository(user=user, repository_id=repository_id)
    place = locate_page(user=user, repository=repository, slug=slug)
    place.document.repository = repository
    return place


def document_chunks(*, user: Principal, document: RepoDocument) -> QuerySet[RepoDocumentChunk]:
    """The chunks of a document in order, with section and mentions loaded."""
    rows = RepoDocumentChunk.objects.visible_to(user).filter(document=document)
    return (
        rows.select_related("section").prefetch_related("mentions__symbol").order_by("chunk_index")
    )


def with_counts(rows: "QuerySet[RepoDocument]") -> "QuerySet[RepoDocument]":
    """Documents with ``chunk_count`` and ``mentions_count``."""
    return rows.annotate(
        chunk_count=_count(RepoDocumentChunk.objects.filter(document=OuterRef("pk")), "document"),
        mentions_count=_count(
            Mention.objects.filter(chunk__document=OuterRef("pk"), is_ambiguous=False),
            "chunk__document",
        ),
    )


def _count(rows: QuerySet[Any], key: str) -> Coalesce:
    counted = rows.order_by().values(key).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)


def page_tree(*, user: Principal, repository_id: uuid.UUID) -> list[PageNode]:
    """The reader's tree: folders as the repository has them, READMEs first, then folders.

    Raises `NotFoundError` or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    root = _Folder("")
    for pk, path, title, slug in rows.values_list("pk", "path", "title", "slug"):
        at = root
        for name in path.split("/")[:-1][:_DEEPEST]:
            at = at.folders.setdefault(name, _Folder(f"{at.path}{name}/"))
        at.pages.append((str(pk), path, title, slug))
    return list(_nodes(root, str(repository.pk), None))


@dataclass(slots=True)
class _Folder:
    path: str
    folders: "dict[str, _Folder]" = field(default_factory=dict)
    pages: list[tuple[str, str, str, str]] = field(default_factory=list)


def _nodes(folder: _Folder, repository_id: str, parent_id: str | None) -> Iterator[PageNode]:
    parts: list[tuple[tuple[int, int, str], _Folder | tuple[str, str, str, str]]] = [
        *((_page_key(page[1]), page) for page in folder.pages),
        *((_folder_key(name), inner) for name, inner in folder.folders.items()),
    ]
    for order, (_, part) in enumerate(sorted(parts, key=lambda one: one[0])):
        if not isinstance(part, _Folder):
            pk, path, title, slug = part
            yield PageNode(pk, title, slug, type_of(path), order, parent_id, path)
            continue
        path = part.path.removesuffix("/")
        node_id = str(uuid.uuid5(_FOLDERS, f"{repository_id}/{path}"))
        yield PageNode(
            id=node_id,
            title=_folder_title(path.rsplit("/", 1)[-1]),
            slug=f"_dir-{path}",
            doc_type=type_of(part.path),
            sort_order=order,
            parent_id=parent_id,
            file_path=None,
            children=list(_nodes(part, repository_id, node_id)),
        )


def _folder_title(name: str) -> str:
    return name.strip("._-").replace("-", " ").replace("_", " ").title() or name


def _folder_key(name: str) -> tuple[int, int, str]:
    """Folders stand between the READMEs and the other pages, those with a dot behind the others."""
    return 1, int(name.startswith(".")), name.lower()


def _page_key(path: str) -> tuple[int, int, str]:
    """READMEs and their like first, then folders (1), then the other pages by name."""
    name = path.lower().rsplit("/", 1)[-1]
    stem = name.rsplit(".", 1)[0]
    return (0, _PINNED.index(stem), name) if stem in _PINNED else (2, 0, name)


def type_of(path: str) -> str:
    """``api``, ``module``, ``guide`` or ``overview``, by the top folders of a path."""
    folders = path.lower().split("/")[:-1]
    inner = (
        folders[1:] if folders[:1] and folders[0] in {"docs", "doc", "documentation"} else folders
    )
    if inner:
        return _TYPES.get(inner[0], "guide")
    stem = path.lower().rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return "overview" if stem in _PINNED else "guide"


def leaves(nodes: Iterable[PageNode]) -> Iterator[PageNode]:
    """The pages of a tree in reading order, for previous and next."""
    for node in nodes:
        if node.file_path is not None:
            yield node
        yield from leaves(node.children)
