"""Addresses of sections: `ancestor-slug/…/title-slug#level`, unique in a document and stable."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from apps.text.anchors import github_slug
from apps.text.sections import OPENING, WHOLE, DocumentSection

LONGEST_SLUG = 80
_HYPHENS = re.compile(r"-{2,}")
_OF_LEVEL_0 = {WHOLE: "document", OPENING: "introduction"}


def title_slug(title: str) -> str:
    """Return the slug of a heading, letters of any script kept; never empty."""
    slug = _HYPHENS.sub("-", github_slug(title))[:LONGEST_SLUG].strip("-")
    return slug or "untitled"


def assign_addresses(
    sections: Sequence[DocumentSection],
    *,
    kept: Mapping[int, str] | None = None,
    spent: Collection[str] = (),
    owners: Mapping[str, int] | None = None,
) -> tuple[str, ...]:
    """Return one address for each section.

    ``kept`` gives sections known from before (by position) their old address, which they keep as
    long as title, level and parents are the same. Others that share a slug with a sibling take
    -2, -3, …; a number whose address is among ``spent`` is not given out again. An address that
    leads to one of the sections (``owners``, by position) is never given to another.
    """
    leading = owners or {}
    history = _History(kept or {}, spent, leading, frozenset(leading.values()))
    children: dict[int | None, list[DocumentSection]] = {}
    for section in sections:
        children.setdefault(section.parent, []).append(section)
    paths: dict[int | None, str] = {None: ""}
    addresses: dict[int, str] = {}
    for parent in (None, *(section.position for section in sections)):
        siblings = children.get(parent, [])
        slugs = _slugs(siblings, paths[parent], history)
        for section in siblings:
            path = paths[parent] + slugs[section.position]
            paths[section.position] = f"{path}/"
            addresses[section.position] = f"{path}#{section.level}"
    return tuple(addresses[section.position] for section in sections)


class _History(NamedTuple):
    kept: Mapping[int, str]
    spent: Collection[str]
    owners: Mapping[str, int]
    holders: frozenset[int]

    def bars(self, address: str, position: int, number: int) -> bool:
        """Whether an address, the numberth for its slug, is not for this section."""
        owner = self.owners.get(address)
        if owner is None:
            return number > 1 and address in self.spent
        return owner != position


def _slugs(siblings: Sequence[DocumentSection], prefix: str, history: _History) -> dict[int, str]:
    """A slug of its own for each of the sections below one parent; the known ones come first."""
    given: dict[int, str] = {}
    used: set[str] = set()
    following: dict[tuple[str, int], int] = {}
    for section in siblings:
        slug = _kept_slug(section, prefix, history.kept.get(section.position, ""))
        if slug and slug not in used:
            used.add(slug)
            given[section.position] = slug
    for section in siblings:
        if section.position in given:
            continue
        base = _base(section)
        is_owner = section.position in history.holders
        # What was taken or barred for one is so for the next, unless an old address leads to it.
        number = 1 if is_owner else following.get((base, section.level), 1)
        while (slug := _numbered(base, number)) in used or history.bars(
            f"{prefix}{slug}#{section.level}", section.position, number
        ):
            number += 1
        if not is_owner:
            following[base, section.level] = number + 1
        used.add(slug)
        given[section.position] = slug
    return given


def _numbered(base: str, number: int) -> str:
    return base if number == 1 else f"{base}-{number}"


def _base(section: DocumentSection) -> str:
    return title_slug(section.title) if section.level else _OF_LEVEL_0[section.title]


def _kept_slug(section: DocumentSection, prefix: str, address: str) -> str:
    """The slug that an old address gives a section, or nothing when it no longer fits."""
    path, _, level = address.rpartition("#")
    if not path.startswith(prefix) or level != str(section.level):
        return ""
    slug = path[len(prefix) :]
    base = _base(section)
    number = slug.removeprefix(f"{base}-")
    return slug if slug == base or (number != slug and number.isdecimal()) else ""
