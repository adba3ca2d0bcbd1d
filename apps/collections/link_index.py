"""Where a link of one document leads inside its collection: by place first, then by name.

The order is fixed and every step needs a single answer, so that the outcome does not depend on
the order in which documents came in:

1. the path, from the linking document's folder, then from the root: a key as written, a key
   without its suffix (also when the link ends in ``.html``, as built sites have it), a folder that
   has an index page, and the first two in any case of letters;
2. a label that one document defines (``.. _label:`` of Sphinx, ``(label)=`` of MyST), which leads
   to the section that the label stands before;
3. the title of one document;
4. an alias of one document (``aliases`` in its front matter);
5. the base name of one document, or of one whose folders end as the link is written.

A cross reference by label (``:ref:``, ``{ref}``) knows labels only; of ordinary links, those of
Markdown know them, and on the page itself (``#name``) its own anchors come first. A path that
climbs out of the collection, and anything with a scheme or host, leads nowhere.
"""

import re
import unicodedata
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from apps.collections.keys import DOCUMENT_SUFFIXES, name_of, suffix_of
from apps.text.labels import is_foreign, normalise_label
from apps.text.links import is_absolute, normalise_key, split_href
from apps.text.structure import LinkType

INDEX_NAMES = frozenset({"index", "readme", "_index"})
BUILT_SUFFIXES = frozenset({".html", ".htm"})
MYST_SUFFIXES = frozenset({".md", ".markdown"})
WORD_BREAKS = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True)
class Page:
    """What a document is known by."""

    id: uuid.UUID
    source_key: str
    title: str
    aliases: tuple[str, ...]
    # Pairs of the normalised name of a label and the anchor of its section.
    labels: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Destination:
    """A document, and the anchor of the section that is meant, empty for its beginning.

    ``anchor`` is None where the link's own fragment says it.
    """

    document: uuid.UUID
    anchor: str | None = None


class Names:
    """Documents by a name; one that several share answers nothing."""

    def __init__(self) -> None:
        self.found: dict[str, uuid.UUID | None] = {}

    def add(self, name: str, page: Page) -> None:
        """Note that the document goes by this name."""
        if name:
            known = self.found.setdefault(name, page.id)
            if known != page.id:
                self.found[name] = None

    def get(self, name: str) -> uuid.UUID | None:
        """The only document of that name."""
        return self.found.get(name)


class LinkIndex:
    """Every document of one collection, by all it can be linked by."""

    def __init__(self, pages: Iterable[Page]) -> None:
        self.keys, self.stems, self.folders = Names(), Names(), Names()
        self.folded, self.titles, self.aliases = Names(), Names(), Names()
        self.loose = Names()
        self.bases: dict[str, list[Page]] = {}
        # None for a label that several documents define.
        self.labels: dict[str, Destination | None] = {}
        for page in pages:
            self.add(page)

    def add(self, page: Page) -> None:
        """Make a document known."""
        key, stem = page.source_key, without_suffix(page.source_key)
        self.keys.add(key, page)
        self.stems.add(stem, page)
        if name_of(stem).lower() in INDEX_NAMES:
            self.folders.add(stem.rpartition("/")[0], page)
        for name in {fold(key), fold(stem)}:
            self.folded.add(name, page)
        self.titles.add(fold(page.title), page)
        for alias in page.aliases:
            self.aliases.add(fold(alias), page)
        for name in {loosen(page.title), loosen(name_of(stem)), *map(loosen, page.aliases)}:
            self.loose.add(name, page)
        for name in {fold(name_of(key)), fold(name_of(stem))}:
            self.bases.setdefault(name, []).append(page)
        for label, anchor in page.labels:
            known = self.labels.setdefault(label, Destination(page.id, anchor))
            if known is not None and known.document != page.id:
                self.labels[label] = None

    def find(self, *, source_key: str, href: str, link_type: str) -> Destination | None:
        """Where a link that is written in ``source_key`` leads, or None.

        A link on the page (``#name``) is one whose page has no such anchor.
        """
        if link_type == LinkType.LABEL:
            return self.labels.get(normalise_label(href))
        if link_type == LinkType.ANCHOR:
            return self.written_label(source_key, href[1:])
        if is_absolute(href) and link_type != LinkType.WIKI:
            return None
        if link_type == LinkType.WIKI:
            return led_to(self.resolve_wiki(source_key, href))
        path = split_href(href).path
        if not path:
            return led_to(self.keys.get(source_key))
        found = led_to(self.at_place(source_key, path)) or self.written_label(source_key, href)
        return found or led_to(self.by_name(source_key, path))

    def written_label(self, source_key: str, name: str) -> Destination | None:
        """Where a label leads that an ordinary link names: only MyST, in Markdown, has those."""
        if not self.labels or suffix_of(source_key) not in MYST_SUFFIXES:
            return None
        return self.labels.get(normalise_label(unquote(name)))

    def lacks_label(self, href: str) -> bool:
        """Whether a label that leads nowhere is a fault: the collection has labels of its own.

        A collection without any refers to labels of another project, as does ``project:label``.
        """
        return bool(self.labels) and not is_foreign(href)

    def resolve(self, *, source_key: str, href: str, link_type: str) -> uuid.UUID | None:
        """The document that a link written in ``source_key`` leads to, or None."""
        found = self.find(source_key=source_key, href=href, link_type=link_type)
        return found.document if found else None

    def resolve_wiki(self, source_key: str, href: str) -> uuid.UUID | None:
        """``[[page]]`` and ``[[page#section]]``; titles may hold ``#`` and ``?`` themselves."""
        named = self.by_title(href)
        if named is not None:
            return named
        name = href.partition("#")[0].strip()
        if not name:
            return self.keys.get(source_key)
        if is_absolute(name):
            return self.by_title(name)
        return self.by_path(source_key, name) or self.loose.get(loosen(name))

    def leads_by_place(self, *, source_key: str, href: str, link_type: str) -> bool:
        """Whether a link names the very place of a document, not just its title or base name."""
        path = split_href(href).path
        if link_type in (LinkType.LABEL, LinkType.ANCHOR):
            return False
        if link_type == LinkType.WIKI:
            if self.by_title(href) is not None:
                return False
            path = href.partition("#")[0].strip()
        if is_absolute(path):
            return False
        places = [normalise_key(path, relative_to=folder) for folder in (source_key, None)]
        return any(place and self.by_place(compose(place)) is not None for place in places)

    def by_path(self, source_key: str, path: str) -> uuid.UUID | None:
        """The document of a path or name, which may be percent-encoded."""
        return self.at_place(source_key, path) or self.by_name(source_key, path)

    def at_place(self, source_key: str, path: str) -> uuid.UUID | None:
        """Step 1: from the folder of the linking document, then from the root."""
        for folder in (source_key, None):
            place = normalise_key(path, relative_to=folder)
            if place is None:
                if folder is not None:
                    return None
            elif (found := self.by_place(compose(place))) is not None:
                return found
        return None

    def by_name(self, source_key: str, path: str) -> uuid.UUID | None:
        """Steps 3 to 5."""
        here = normalise_key(path, relative_to=source_key)
        if here is None:
            return None
        written = compose(normalise_key(path, relative_to=None) or here)
        return self.by_title(written) or self.by_base(written)

    def by_place(self, place: str) -> uuid.UUID | None:
        """The document kept under a key, or the index page of a folder."""
        found = (
            self.keys.get(place)
            or self.stems.get(place)
            or self.folders.get(place)
            or self.folded.get(fold(place))
        )
        if found is None and suffix_of(place) in BUILT_SUFFIXES:
            return self.stems.get(place[: -len(suffix_of(place))])
        return found

    def by_title(self, name: str) -> uuid.UUID | None:
        """The one document of that title, else of that alias."""
        wanted = fold(name)
        return self.titles.get(wanted) or self.aliases.get(wanted)

    def by_base(self, path: str) -> uuid.UUID | None:
        """The one document whose file is named like the end of the path.

        A suffix that is written counts: ``actions.md`` does not lead to ``actions.rst``.
        """
        stem = fold(without_suffix(path))
        pages = self.bases.get(fold(name_of(path)), [])
        if len(pages) > 1:
            pages = [
                page
                for page in pages
                if f"/{fold(without_suffix(page.source_key))}".endswith(f"/{stem}")
            ]
        return pages[0].id if len(pages) == 1 else None


def led_to(document: uuid.UUID | None) -> Destination | None:
    """The document itself as a destination."""
    return Destination(document) if document else None


def compose(text: str) -> str:
    """Unicode form NFC, the form of every key."""
    return unicodedata.normalize("NFC", text)


def fold(text: str) -> str:
    """A name for comparing: any case of letters, any white space."""
    return compose(" ".join(text.casefold().split()))


def loosen(text: str) -> str:
    """A wiki name for comparing: ``My_page``, ``my-page`` and ``My page`` are one."""
    return WORD_BREAKS.sub(" ", fold(text)).strip()


def without_suffix(path: str) -> str:
    """The path without a document's suffix."""
    suffix = suffix_of(path)
    return path[: -len(suffix)] if suffix in DOCUMENT_SUFFIXES else path


def aliases_of(front_matter: Any) -> tuple[str, ...]:
    """The ``aliases`` (or ``alias``) of a front matter: one text or a list of them."""
    if not isinstance(front_matter, dict):
        return ()
    found = front_matter.get("aliases", front_matter.get("alias"))
    values = found if isinstance(found, list) else [found]
    return tuple(value for value in values if isinstance(value, str) and value.strip())
