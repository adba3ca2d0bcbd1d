"""Rows of sections: known ones keep their row, addresses that changed leave redirects."""

import hashlib
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings

from apps.access.row_ids import rising_id
from apps.documents.building import BuiltDocument
from apps.documents.models import RepoDocument, Section, SectionRedirect
from apps.text.sections_addresses import assign_addresses
from apps.text.sections_matching import KnownSection, Match, match_sections
from apps.text.storable import storable

SECTION_COLUMNS = (
    *("id", "document", "parent", "address", "title", "level", "position", "anchor"),
    *("summary", "summarised_by"),
    *("content_hash", "start_byte", "end_byte", "start_line", "end_line"),
    *("tree_end_byte", "tree_end_line"),
)
LONGEST_TITLE = 1000
LONGEST_ANCHOR = 500


@dataclass(frozen=True, slots=True)
class OldSections:
    """The stored sections of a document in order, and its text then.

    ``spent`` are the addresses that sections had before, with the section that each leads to.
    """

    content: str
    rows: Sequence[Section]
    spent: Mapping[str, uuid.UUID | None]


NO_SECTIONS = OldSections("", (), {})


@dataclass(frozen=True, slots=True)
class SectionChange:
    """New rows in order; which of the old rows go; and what becomes of old addresses."""

    rows: tuple[Section, ...]
    removed: tuple[uuid.UUID, ...]
    redirects: tuple[SectionRedirect, ...]


def change_sections(
    document: RepoDocument, built: BuiltDocument, old: OldSections
) -> SectionChange:
    """The rows of a built document's sections, matched with those it had."""
    data = built.text.encode()
    matches = _match(old, built, data)
    by_new = {match.new: match for match in matches}
    ids = [
        old.rows[by_new[place].old].pk if place in by_new else rising_id()
        for place in range(len(built.sections))
    ]
    addresses = _addresses(built, old, matches, ids)
    rows = tuple(_rows(document, built, data, addresses, ids))
    if settings.PRESSMARK.documents.summaries == "embedding":
        _keep_summaries(rows, old.rows)
    gone = {row.pk: row for row in old.rows if row.pk not in set(ids)}
    redirects = (*_moved(document, old, rows, matches), *_gone(document, gone.values(), rows))
    return SectionChange(rows, tuple(gone), redirects)


def _addresses(
    built: BuiltDocument, old: OldSections, matches: Sequence[Match], ids: Sequence[uuid.UUID]
) -> tuple[str, ...]:
    """Addresses that point to nothing else than they did, as long as that is there."""
    places = {pk: place for place, pk in enumerate(ids)}
    leading = {row.address: row.pk for row in old.rows} | {
        address: pk for address, pk in old.spent.items() if pk is not None
    }
    return assign_addresses(
        built.sections,
        kept={match.new: old.rows[match.old].address for match in matches},
        spent={*old.spent, *leading},
        owners={address: places[pk] for address, pk in leading.items() if pk in places},
    )


def _match(old: OldSections, built: BuiltDocument, data: bytes) -> list[Match]:
    if not old.rows:
        return []
    before = old.content.encode()
    places = {row.pk: place for place, row in enumerate(old.rows)}
    known = [
        KnownSection(
            None if row.parent_id is None else places.get(row.parent_id),
            row.level,
            row.title,
            _below(before[row.start_byte : row.end_byte], row.level),
        )
        for row in old.rows
    ]
    wanted = [
        KnownSection(s.parent, s.level, title_of(s.title), _below(data[s.start : s.end], s.level))
        for s in built.sections
    ]
    return match_sections(known, wanted)


def _below(own: bytes, level: int) -> str:
    """The text of a section without its first line, which is the heading."""
    text = own.decode("utf-8", "replace")
    return text.partition("\n")[2].strip() if level else text


def title_of(title: str) -> str:
    """A section's title as it is stored; never empty."""
    return (str(storable(title)).strip() or "(untitled)")[:LONGEST_TITLE]


def _rows(
    document: RepoDocument,
    built: BuiltDocument,
    data: bytes,
    addresses: Sequence[str],
    ids: Sequence[uuid.UUID],
) -> Iterator[Section]:
    for section, summary, address, pk in zip(
        built.sections, built.summaries, addresses, ids, strict=True
    ):
        yield Section(
            id=pk,
            document=document,
            parent_id=None if section.parent is None else ids[section.parent],
            address=address,
            title=title_of(section.title),
            level=section.level,
            position=section.position,
            anchor=str(storable(section.anchor))[:LONGEST_ANCHOR],
            summary=str(storable(summary)),
            content_hash=hashlib.sha256(data[section.start : section.end]).hexdigest(),
            start_byte=section.start,
            end_byte=section.end,
            start_line=section.start_line,
            end_line=section.end_line,
            tree_end_byte=section.tree_end,
            tree_end_line=section.tree_end_line,
        )


def _keep_summaries(rows: Iterable[Section], old: Iterable[Section]) -> None:
    """What a model has chosen for a text stays with the text."""
    chosen = {row.pk: row for row in old if row.summarised_by}
    for row in rows:
        before = chosen.get(row.pk)
        if before is not None and before.content_hash == row.content_hash:
            row.summary, row.summarised_by = before.summary, before.summarised_by


def _moved(
    document: RepoDocument, old: OldSections, rows: Sequence[Section], matches: Sequence[Match]
) -> Iterator[SectionRedirect]:
    live = {row.address for row in rows}
    for match in matches:
        before, now = old.rows[match.old], rows[match.new]
        if before.address != now.address and before.address not in live:
            yield SectionRedirect(
                document=document,
                address=before.address,
                title=before.title,
                section=now,
                similarity=match.similarity,
            )


def _gone(
    document: RepoDocument,
    removed: Iterable[Section],
    rows: Sequence[Section],
) -> Iterator[SectionRedirect]:
    live = {row.address for row in rows}
    for row in removed:
        if row.address not in live:
            yield SectionRedirect(
                document=document, address=row.address, title=row.title, section=None, similarity=0
            )
