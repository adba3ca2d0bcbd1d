"""Where the links of a repository's document lead: to another document, or to a file beside them.

Links are written for many hosts and site builders: relative to the file (CommonMark readers), from
the root of the repository or of the documentation (``/guide``; Sphinx, Docusaurus), without a
suffix (Sphinx' ``:doc:``), to a folder (its README or index), as if each page were a folder of
its own (MkDocs), or to a label that any document may define (Sphinx' ``:ref:``, MyST).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from apps.access.principals import Principal
from apps.documents.models import RepoDocument
from apps.repos.models import Repository
from apps.text.labels import is_foreign, normalise_label
from apps.text.links import normalise_key, split_href
from apps.text.parse import FORMATS
from apps.text.structure import LinkType

# Another one has every sync resolve the stored links of all documents anew.
LINKING_VERSION = "2"
# The types of links that may lead to another place of the repository.
INSIDE = (LinkType.MARKDOWN, LinkType.RELATIVE, LinkType.WIKI, LinkType.LABEL)
_NEVER_FILES = (LinkType.WIKI, LinkType.LABEL, LinkType.ANCHOR)
_MYST, _LABEL_SIGNS = (".md", ".markdown"), frozenset("/.#?")
_TRIED = (".md", ".mdx", ".rst", ".markdown", ".adoc", ".org", ".html", ".txt")
_FRONT = ("README", "index", "readme", "Readme", "_index", "INDEX", "overview")


@dataclass(frozen=True, slots=True)
class PageTarget:
    """A page of the same repository, at a fragment or at none."""

    slug: str
    fragment: str = ""


@dataclass(frozen=True, slots=True)
class FileTarget:
    """A file or folder that is no document."""

    path: str
    is_folder: bool = False
    fragment: str = ""


Target = PageTarget | FileTarget
KindOf = Callable[[str], str | None]
# What links may call a document: path, paths of copies, slug, title, and name and anchor of each
# of its labels.
Called = tuple[str, Sequence[str], str, str, Sequence[Sequence[str]]]
CALLED = ("path", "aliases", "slug", "title", "labels")


class PageIndex:
    """The documents of one repository by path, by name and by label."""

    def __init__(self, rows: Iterable[Called]) -> None:
        self._slugs: dict[str, str] = {}
        self._names: dict[str, set[str]] = {}
        self._labels: dict[str, PageTarget | None] = {}
        for path, aliases, slug, title, labels in rows:
            for one in (*aliases, path):
                self._slugs[one] = slug
            stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
            for name in {title.casefold(), stem.casefold(), path.casefold()}:
                self._names.setdefault(name, set()).add(slug)
            for name, anchor in labels:
                # Defined by two documents, a label means neither.
                self._labels[name] = None if name in self._labels else PageTarget(slug, anchor)

    def at(self, path: str) -> str | None:
        """The slug of the document at a path, or that has a copy there."""
        return self._slugs.get(path)

    def named(self, name: str) -> str | None:
        """The slug of the one document of that title, file name or path."""
        found = self._names.get(name.strip().casefold(), set())
        return next(iter(found)) if len(found) == 1 else None

    def labelled(self, label: str) -> PageTarget | None:
        """The place of a label, however it is written, that one document alone defines."""
        return self._labels.get(normalise_label(label))

    def lacks_label(self, label: str) -> bool:
        """Whether a label that leads nowhere is a fault, and not that of another project.

        Documents without any labels of their own refer to those of others.
        """
        return bool(self._labels) and not is_foreign(label) and self.labelled(label) is None


def page_index(*, user: Principal, repository: Repository) -> PageIndex:
    """The index of a readable repository, by one query."""
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository).order_by("path")
    return PageIndex(rows.values_list(*CALLED))


def find_target(
    index: PageIndex, kind_of: KindOf, path: str, href: str, link_type: LinkType
) -> Target | None:
    """What a link of the document at ``path`` means; None when nothing is there.

    ``kind_of`` tells of a path whether the commit has a ``file``, a ``folder`` or nothing (empty)
    there; where it cannot tell (None), a file is taken for granted.
    """
    if page := find_page(index, path, href, link_type):
        return page
    if link_type in _NEVER_FILES:
        return None
    parts = split_href(href)
    for key in dict.fromkeys(_keys(path, parts.path)):
        if (kind := kind_of(key)) != "":
            return FileTarget(key, kind == "folder", parts.fragment or "")
    return None


def find_page(index: PageIndex, path: str, href: str, link_type: LinkType) -> PageTarget | None:
    """The page that a link of the document at ``path`` means; files do not count.

    Of a link on the page itself (``#name``), this is asked when the page has no such anchor: to
    MyST it may be a label.
    """
    if link_type is LinkType.LABEL:
        return index.labelled(href)
    if link_type is LinkType.ANCHOR:
        return index.labelled(unquote(href[1:])) if path.endswith(_MYST) else None
    parts = split_href(href)
    if link_type is LinkType.WIKI:
        slug = index.named(parts.path)
    else:
        keys = _keys(path, parts.path)
        slug = next((found for key in keys if (found := _page_at(index, key))), None)
    if slug is None:
        return index.labelled(unquote(href)) if _may_be_label(path, href) else None
    return PageTarget(slug, parts.fragment or "")


def _may_be_label(path: str, href: str) -> bool:
    """Whether a link of Markdown may be MyST's ``[text](label)``: what looks like a path is none.

    Labels are compared in lower case, and ``LICENSE`` is a file.
    """
    return path.endswith(_MYST) and href == href.lower() and _LABEL_SIGNS.isdisjoint(href)


def _keys(path: str, written: str) -> Iterator[str]:
    """The paths of the repository that a link may mean, the likeliest first; empty for its root."""
    folders = path.split("/")[:-1]
    bases: list[str] = []
    if written.startswith("/"):
        bases += ["/".join([*folders[:depth], "x"]) for depth in range(len(folders) + 1)]
    else:
        # As from the file, then as from a page that is a folder of its own.
        bases += [path, f"{path.rsplit('.', 1)[0]}/x"]
    for base in bases:
        if _is_root(written, base):
            yield ""
        elif key := normalise_key(written.lstrip("/"), relative_to=base):
            yield key


def _is_root(written: str, base: str) -> bool:
    """Whether a path of nothing but dots and slashes climbs right up to the root."""
    steps = [step for step in written.split("/") if step not in {"", "."}]
    is_bare = bool(written) and all(step == ".." for step in steps)
    return is_bare and len(steps) == base.count("/")


def _page_at(index: PageIndex, key: str) -> str | None:
    stem, dot, suffix = key.rpartition(".")
    names = [key]
    if dot and f".{suffix.lower()}" in {".html", ".htm"}:
        names += [f"{stem}{one}" for one in _TRIED]
    elif not dot or f".{suffix.lower()}" not in FORMATS:
        names += [f"{key}{one}" for one in _TRIED]
        names += [f"{key}/{front}{one}".lstrip("/") for front in _FRONT for one in _TRIED[:3]]
    return next((slug for name in names if (slug := index.at(name))), None)
