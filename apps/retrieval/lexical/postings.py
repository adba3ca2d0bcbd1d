"""Writes the inverted index: segments that imports add, and their merging.

The index of a source is a set of segments, as in Apache Lucene: each import writes one in its own
transaction, so that nobody waits and nothing is found half. Rewritten passages get new numbers, so
older segments may name numbers that no longer exist; a search drops them, `tidy` removes them.
Statistics belong to segments and segments to one source, so that what a search knows about word
frequencies comes from readable sources only.
"""

from collections.abc import Sequence
from uuid import UUID

import numpy as np
import numpy.typing as npt
from django.db import connection, transaction
from django.db.models import Max

from apps.retrieval.lexical.scoring import ENTRY
from apps.retrieval.models import LexicalSegment, Passage, Posting

# How often a word counts where it stands: in the title (A), the headings (B), the body.
TITLE_WEIGHT = 3
# Frequencies and lengths are stored as two-byte integers.
LARGEST = 32_767
MANY_SEGMENTS = 8
# Above this share of replaced passages a source is written afresh.
STALE_SHARE = 0.25

WRITE = """
WITH words AS MATERIALIZED (
    SELECT p.number, p.source_id, 0 AS kind, u.lexeme AS term,
           cardinality(u.positions)
           + %(title)s * cardinality(array_positions(u.weights, 'A')) AS frequency
    FROM passages p, unnest(p.lexemes) u WHERE p.number = ANY(%(numbers)s)
    UNION ALL
    SELECT p.number, p.source_id, 1, u.lexeme, cardinality(u.positions)
    FROM passages p, unnest(p.identifiers) u WHERE p.number = ANY(%(numbers)s)
), lengths AS MATERIALIZED (
    SELECT number, source_id, kind, least(sum(frequency), %(largest)s)::int2 AS length
    FROM words GROUP BY number, source_id, kind
), segments AS (
    INSERT INTO lexical_segments (source_id, passages, lexemes, identifiers, created_at)
    SELECT p.source_id, count(DISTINCT p.number),
           coalesce(sum(l.length) FILTER (WHERE l.kind = 0), 0),
           coalesce(sum(l.length) FILTER (WHERE l.kind = 1), 0), now()
    FROM passages p LEFT JOIN lengths l USING (number)
    WHERE p.number = ANY(%(numbers)s) GROUP BY p.source_id
    RETURNING id, source_id
)
INSERT INTO lexical_postings (kind, term, source_id, segment_id, entries)
SELECT w.kind, w.term, w.source_id, s.id,
       string_agg(int4send(w.number) || int2send(least(w.frequency, %(largest)s)::int2)
                  || int2send(l.length), ''::bytea ORDER BY w.number)
FROM words w JOIN lengths l USING (number, kind) JOIN segments s ON s.source_id = w.source_id
GROUP BY w.kind, w.term, w.source_id, s.id
"""
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


def write_segment(numbers: Sequence[int]) -> None:
    """Index passages, given by their numbers, as one new segment for each of their sources."""
    if numbers:
        with connection.cursor() as cursor:
            cursor.execute(
                WRITE, {"numbers": list(numbers), "title": TITLE_WEIGHT - 1, "largest": LARGEST}
            )


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
        rewrite(segments)
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


def rewrite(segments: Sequence[LexicalSegment]) -> None:
    """Write what is left of the passages of some segments of one source as one new segment."""
    ids = [segment.pk for segment in segments]
    write_segment(list(map(int, np.flatnonzero(numbers_in(ids)))))
    LexicalSegment.objects.filter(pk__in=ids).delete()


def numbers_in(segments: Sequence[int]) -> npt.NDArray[np.bool_]:
    """Which passage numbers the segments name, living or not, as a mask."""
    largest = Passage.objects.aggregate(largest=Max("number"))["largest"] or 0
    named = np.zeros(largest + 1, np.bool_)
    rows = Posting.objects.filter(segment_id__in=segments).values_list("entries", flat=True)
    for entries in rows.iterator(chunk_size=1000):
        numbers = np.frombuffer(entries, ENTRY)["number"]
        named[numbers[numbers <= largest]] = True
    return named
