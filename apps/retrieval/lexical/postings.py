"""Writes the inverted index: segments that imports add, and their merging.

The index of a source is a set of segments, as in Apache Lucene: each import writes one in its own
transaction, so that nobody waits and nothing is found half. Rewritten passages get new numbers, so
older segments may name numbers that no longer exist; a search drops them, `tidy` removes them.
Statistics belong to segments and segments to one source, so that what a search knows about word
frequencies comes from readable sources only.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection, transaction
from django.db.models import QuerySet

from apps.retrieval.lexical.counting import Counted, Field, Numbers, count_terms
from apps.retrieval.lexical.scoring import ENTRY
from apps.retrieval.models import LexicalSegment, Passage, Posting, TermKind

Mask: TypeAlias = npt.NDArray[np.bool_]

MANY_SEGMENTS = 8
# Above this share of replaced passages a source is written afresh.
STALE_SHARE = 0.25

COPY = """
COPY lexical_postings (kind, term, source_id, segment_id, entries) FROM STDIN (FORMAT BINARY)
"""
COPY_TYPES = ("int2", "text", "uuid", "int8", "bytea")
MERGE = """
WITH merged AS (
    INSERT INTO lexical_segments (source_id, passages, lexemes, identifiers, created_at)
    SELECT source_id, sum(passages), sum(lexemes), sum(identifiers), now()
    FROM lexical_segments WHERE id = ANY(%(segments)s) GROUP BY source_id
    RETURNING id
)
INSERT INTO lexical_postings (kind, term, source_id, segment_id, entries)
SELECT p.kind, p.term, p.source_id, m.id, string_agg(p.entries, ''::bytea ORDER BY p.segment_id)
FROM lexical_postings p, merged m WHERE p.segment_id = ANY(%(segments)s)
GROUP BY p.kind, p.term, p.source_id, m.id
"""


def write_segment(
    source_id: UUID, numbers: Sequence[int], fields: Sequence[Sequence[Field]]
) -> None:
    """Index passages of one source, given by rising numbers and their texts, as a new segment."""
    if numbers:
        counted = count_terms(numbers, fields)
        store_segment(source_id, len(numbers), dict(zip(TermKind, counted, strict=True)))


def store_segment(source_id: UUID, passages: int, counted: Mapping[TermKind, Counted]) -> None:
    """Store the postings of so many passages as one segment."""
    segment = LexicalSegment.objects.create(
        source_id=source_id,
        passages=passages,
        lexemes=counted[TermKind.LEXEME].length,
        identifiers=counted[TermKind.IDENTIFIER].length,
    )
    with connection.cursor() as cursor, cursor.copy(COPY) as copy:
        copy.set_types(COPY_TYPES)
        for kind, one in counted.items():
            for term, entries in one.postings:
                copy.write_row((kind.value, term, source_id, segment.pk, entries))


@transaction.atomic
def tidy(source_id: UUID) -> None:
    """Merge the segments of a source when there are many, or write them afresh when stale.

    Imports may go on meanwhile: their segments are not touched.
    """
    rows = LexicalSegment.objects.select_for_update().filter(source_id=source_id)
    segments = list(rows.order_by("passages", "pk"))
    counted = sum(segment.passages for segment in segments)
    alive = Passage.objects.filter(source_id=source_id).count()
    if counted - alive > STALE_SHARE * counted:
        rewrite(source_id, segments)
    elif len(segments) > MANY_SEGMENTS:
        merge(small_ones(segments))


def small_ones(segments: Sequence[LexicalSegment]) -> list[LexicalSegment]:
    """The segments worth merging, from the smallest up to where one outweighs all before it.

    So each passage is copied a number of times that grows with the logarithm of the source.
    """
    total = 0
    chosen: list[LexicalSegment] = []
    for segment in segments:
        if len(chosen) >= MANY_SEGMENTS // 2 and segment.passages > 2 * total:
            break
        chosen.append(segment)
        total += segment.passages
    return chosen


def merge(segments: Sequence[LexicalSegment]) -> None:
    """Join segments of one source into one."""
    ids = [segment.pk for segment in segments]
    with connection.cursor() as cursor:
        cursor.execute(MERGE, {"segments": ids})
    LexicalSegment.objects.filter(pk__in=ids).delete()


def rewrite(source_id: UUID, segments: Sequence[LexicalSegment]) -> None:
    """Write what is left of the passages of some segments of one source as one new segment."""
    ids = [segment.pk for segment in segments]
    alive = living_numbers(source_id)
    left = dict.fromkeys(TermKind, Counted((), 0))
    seen = np.zeros_like(alive)
    for kind in TermKind:
        rows = Posting.objects.filter(segment_id__in=ids, kind=kind).order_by("term", "segment_id")
        postings, lengths = keep_living(rows.values_list("term", "entries"), alive)
        seen |= lengths > 0
        left[kind] = Counted(tuple(postings), int(lengths.sum()))
    store_segment(source_id, int(np.count_nonzero(seen)), left)
    LexicalSegment.objects.filter(pk__in=ids).delete()


def keep_living(
    rows: QuerySet[Posting, tuple[str, bytes | memoryview]], alive: Mask
) -> tuple[list[tuple[str, bytes]], Numbers]:
    """Terms in order with what lives of their postings; and each passage's length by number."""
    postings: list[tuple[str, bytes]] = []
    lengths = np.zeros(len(alive), np.int64)
    for term, group in groupby(rows.iterator(chunk_size=1000), key=itemgetter(0)):
        entries = np.frombuffer(b"".join(part for _, part in group), ENTRY)
        entries = entries[entries["number"] < len(alive)]
        entries = entries[alive[entries["number"]]]
        lengths[entries["number"]] = entries["length"]
        if len(entries):
            postings.append((term, entries.tobytes()))
    return postings, lengths


def living_numbers(source_id: UUID) -> Mask:
    """Which passage numbers the source holds, as a mask."""
    numbers = list(Passage.objects.filter(source_id=source_id).values_list("number", flat=True))
    alive = np.zeros(max(numbers, default=0) + 1, np.bool_)
    alive[numbers] = True
    return alive
