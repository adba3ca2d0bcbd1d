"""The tree of pages as the reader shows it, and what stands before and after a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from apps.documents.library import PageNode, leaves
from apps.reader.repos.addresses import repo_page_url
from apps.repos.models import Repository
from apps.text.parse import FORMATS

# Beyond this many pages, folders that are not open lead to their first page instead of unfolding.
MOST_UNFOLDED = 400
FEWEST_FOR_TREE = 4
SIBLINGS = 8
_FRONT_FOLDERS = ("docs/", "doc/", "documentation/")


@dataclass(frozen=True, slots=True)
class TreeRow:
    """A page, or a folder (``is_folder``) with the rows in it.

    A folder that is not unfolded has no ``rows``; its ``url`` is that of its first page.
    """

    title: str
    url: str
    hint: str
    is_folder: bool = False
    is_current: bool = False
    is_open: bool = False
    rows: "tuple[TreeRow, ...]" = ()


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The pages around one in reading order, and those of its own folder."""

    before: PageNode | None = None
    after: PageNode | None = None
    siblings: tuple[PageNode, ...] = ()
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageTree:
    """All pages of a repository, nested and in reading order."""

    nodes: Sequence[PageNode]
    pages: Sequence[PageNode] = field(default_factory=tuple)

    @classmethod
    def of(cls, nodes: Sequence[PageNode]) -> "PageTree":
        """From what `page_tree` gives."""
        named = [_named(node) for node in nodes]
        return cls(named, tuple(leaves(named)))

    @property
    def has_sidebar(self) -> bool:
        """Whether there are enough pages for a tree to help."""
        return len(self.pages) >= FEWEST_FOR_TREE

    def front(self) -> PageNode | None:
        """The page to begin with: the front page of the root or of the docs, else the first."""
        for prefix in ("", *_FRONT_FOLDERS):
            for page in self.pages:
                folder, slash, name = (page.file_path or "").lower().rpartition("/")
                if f"{folder}{slash}" == prefix and name.startswith(("readme.", "index.")):
                    return page
        inside = (p for p in self.pages if (p.file_path or "").lower().startswith(_FRONT_FOLDERS))
        return next(inside, None) or next(iter(self.pages), None)

    def around(self, page_id: str) -> Neighbours:
        """What stands around a page. Siblings are the other pages of its folder."""
        place = next((i for i, page in enumerate(self.pages) if page.id == page_id), None)
        if place is None:
            return Neighbours()
        here = self.pages[place]
        same = (page for page in self.pages if page.parent_id == here.parent_id)
        return Neighbours(
            before=self.pages[place - 1] if place else None,
            after=self.pages[place + 1] if place + 1 < len(self.pages) else None,
            siblings=_nearest(list(same), here),
            trail=tuple(node.title for node in self._branch(page_id) if node.file_path is None),
        )

    def rows(self, repository: Repository, page_id: str = "") -> tuple[TreeRow, ...]:
        """The rows with the branch of a page open."""
        branch = {node.id for node in self._branch(page_id)}
        is_whole = len(self.pages) <= MOST_UNFOLDED
        return _rows(self.nodes, repository, branch, is_whole=is_whole)

    def _branch(self, page_id: str) -> list[PageNode]:
        return _branch_of(self.nodes, page_id) or []


def shown_title(title: str, path: str) -> str:
    """The title; a document that has none is called like its file, without the suffix."""
    name = path.rsplit("/", 1)[-1]
    stem, dot, suffix = name.rpartition(".")
    return stem if title == name and stem and f"{dot}{suffix}".lower() in FORMATS else title


def _named(node: PageNode) -> PageNode:
    if node.file_path is not None:
        return replace(node, title=shown_title(node.title, node.file_path))
    return replace(node, children=[_named(child) for child in node.children])


def _nearest(pages: list[PageNode], here: PageNode) -> tuple[PageNode, ...]:
    """The pages beside one, as many before it as after it if there are."""
    place = pages.index(here)
    start = max(0, min(place - SIBLINGS // 2, len(pages) - SIBLINGS - 1))
    return tuple(page for page in pages[start : start + SIBLINGS + 1] if page is not here)


def _branch_of(nodes: Iterable[PageNode], page_id: str) -> list[PageNode] | None:
    """The nodes from the root down to a page, which is the last of them."""
    for node in nodes:
        if node.id == page_id:
            return [node]
        below = _branch_of(node.children, page_id)
        if below is not None:
            return [node, *below]
    return None


def _rows(
    nodes: Iterable[PageNode], repository: Repository, branch: set[str], *, is_whole: bool
) -> tuple[TreeRow, ...]:
    rows: list[TreeRow] = []
    for node in nodes:
        is_on_branch = node.id in branch
        if node.file_path is not None:
            url = repo_page_url(repository, node.slug)
            rows.append(TreeRow(node.title, url, node.file_path, is_current=is_on_branch))
            continue
        first = next(leaves(node.children))
        is_unfolded = is_whole or is_on_branch
        rows.append(
            TreeRow(
                title=node.title,
                url=repo_page_url(repository, first.slug),
                hint=node.slug.removeprefix("_dir-"),
                is_folder=True,
                is_open=is_on_branch,
                rows=_rows(node.children, repository, branch, is_whole=is_whole)
                if is_unfolded
                else (),
            )
        )
    return tuple(rows)
