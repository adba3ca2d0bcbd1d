"""New targets for links after a document has moved to another key.

A link is touched only when it would lead somewhere else otherwise. It keeps its manner: from the
root or from its folder, with or without a suffix, by bare name where that is enough; whichever
candidate is taken, the index of the collection as it is after the move says that it leads there.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.collections.keys import DOCUMENT_SUFFIXES, name_of, suffix_of
from apps.collections.link_index import INDEX_NAMES, LinkIndex, Page, without_suffix
from apps.text.links import is_absolute, normalise_key
from apps.text.rewriting import Form, LinkPlace, encode_path, rewrite_links
from apps.text.structure import Link, LinkType

INNER = (LinkType.MARKDOWN, LinkType.RELATIVE, LinkType.WIKI)


@dataclass(frozen=True, slots=True)
class Move:
    """A collection before and after one of its documents has moved; both indexes know all pages."""

    document_id: uuid.UUID
    old_key: str
    new_key: str
    before: LinkIndex
    after: LinkIndex
    pages: Mapping[uuid.UUID, Page]

    def is_hit(self, source_key: str, href: str, link_type: str) -> bool:
        """Whether a link led to the document and no longer does, or no longer by its place."""
        link = {"href": href, "link_type": link_type}
        found = self.before.resolve(source_key=source_key, **link)
        return found == self.document_id and not self.still_leads(
            found, old_key=source_key, new_key=source_key, **link
        )

    def still_leads(
        self, target: uuid.UUID, *, old_key: str, new_key: str, href: str, link_type: str
    ) -> bool:
        """Whether a link leads to its target as before: one by place is not to fall back on names.

        A bare wiki name may: that is how such links are meant.
        """
        link = {"href": href, "link_type": link_type}
        if self.after.resolve(source_key=new_key, **link) != target:
            return False
        if link_type == LinkType.WIKI and "/" not in href:
            return True
        return self.after.leads_by_place(source_key=new_key, **link) or not (
            self.before.leads_by_place(source_key=old_key, **link)
        )


class Relinker:
    """Rewrites the text of one page; ``hrefs`` tells what each target has become."""

    def __init__(self, move: Move, source_key: str) -> None:
        self.move = move
        self.old_key = source_key
        self.new_key = move.new_key if source_key == move.old_key else source_key
        self.hrefs: dict[tuple[str, LinkType], set[str]] = {}
        self.has_left_over = False

    def rewrite(self, content: str) -> str:
        """The text with every target that needs it replaced, all other bytes as they are."""
        return rewrite_links(content, self.new_path)

    def leaves_behind(self, links: Iterable[Link]) -> bool:
        """Whether one of the page's links, as they were, is not rewritten and leads astray.

        Roles (``{doc}``) and tables of contents are no Markdown, so their paths stay.
        """
        return any(
            (link.href, link.link_type) not in self.hrefs and self.is_astray(link)
            for link in links
            if link.link_type in INNER
        )

    def is_astray(self, link: Link) -> bool:
        """Whether a link would no longer lead where it led."""
        written = {"href": link.href, "link_type": link.link_type.value}
        target = self.move.before.resolve(source_key=self.old_key, **written)
        keys = {"old_key": self.old_key, "new_key": self.new_key}
        return target is not None and not self.move.still_leads(target, **keys, **written)

    def new_path(self, place: LinkPlace) -> str | None:
        """The encoded path to put in a target's place, None to leave it."""
        if place.link_type not in INNER:
            return None
        link_type = place.link_type.value
        target = self.move.before.resolve(
            source_key=self.old_key, href=place.href, link_type=link_type
        )
        if place.is_image or target is None:
            return self.moved_file(place)
        keys = {"old_key": self.old_key, "new_key": self.new_key}
        if self.move.still_leads(target, **keys, href=place.href, link_type=link_type):
            return None
        for path in self.candidates(place, self.move.pages[target].source_key):
            written = encode_path(path, form=place.form, like=place.path)
            href = written + place.rest
            if self.move.still_leads(target, **keys, href=href, link_type=link_type):
                self.hrefs.setdefault((place.href, place.link_type), set()).add(href)
                return written
        self.has_left_over = True
        return None

    def moved_file(self, place: LinkPlace) -> str | None:
        """The way from the new folder to the same image or file, for the moved page itself."""
        if folder_of(self.old_key) == folder_of(self.new_key) or place.path.startswith("/"):
            return None
        is_file = place.is_image or suffix_of(place.path) not in {"", *DOCUMENT_SUFFIXES}
        if not is_file or place.form is Form.WIKI or is_absolute(place.path):
            return None
        named = normalise_key(place.path, relative_to=self.old_key)
        if named is None:
            return None
        written = encode_path(way(self.new_key, named), form=place.form, like=place.path)
        if not place.is_image:
            href = written + place.rest
            self.hrefs.setdefault((place.href, place.link_type), set()).add(href)
        return written

    def candidates(self, place: LinkPlace, key: str) -> Iterator[str]:
        """Paths to a key, the one most like what is written first."""
        names = [key]
        if suffix_of(place.path) not in DOCUMENT_SUFFIXES:
            names.insert(0, without_suffix(key))
            if name_of(names[0]).lower() in INDEX_NAMES and folder_of(key):
                names.insert(0, folder_of(key) + "/")
        is_bare = "/" not in place.path
        for name in names:
            if place.form is Form.WIKI:
                yield from [name_of(name), name] if is_bare else [name, f"/{name}"]
                yield way(self.new_key, name)
            elif place.path.startswith("/"):
                yield f"/{name}"
            else:
                if self.is_from_root(place):
                    yield name
                path = way(self.new_key, name)
                yield f"./{path}" if is_dotted(place.path) and path[:1] != "." else path
        yield f"/{key}"

    def is_from_root(self, place: LinkPlace) -> bool:
        """Whether a path without a slash in front is meant from the root all the same."""
        here = normalise_key(place.path, relative_to=self.old_key)
        root = normalise_key(place.path, relative_to=None)
        if here is None or root is None or here == root:
            return False
        by_place = self.move.before.by_place
        return by_place(here) is None and by_place(root) is not None


def is_dotted(path: str) -> bool:
    """Whether the path starts at the folder in so many words."""
    return path.startswith("./")


def folder_of(key: str) -> str:
    """The folder of a key, empty at the root."""
    return key.rpartition("/")[0]


def way(source_key: str, name: str) -> str:
    """The relative path from the folder of a page to a key."""
    here = source_key.split("/")[:-1]
    there = name.split("/")
    shared = 0
    while shared < min(len(here), len(there) - 1) and here[shared] == there[shared]:
        shared += 1
    return "/".join([".."] * (len(here) - shared) + there[shared:])
