"""Found documents speak for each other: by the links between them, and by where they stand.

What the best documents for a question link to is likely to answer it too (the local rank of Bharat
and Mihaila, "When experts agree", WWW 2001; Kleinberg, "Authoritative sources in a hyperlinked
environment", 1999). And a document deep down in the folders of its source is more special than its
neighbours (Kraaij, Westerveld and Hiemstra, "The importance of prior probabilities for entry page
search", SIGIR 2002). Only documents that the search found have a vote and get any, so what the
caller may not read has no part in it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest
from statistics import fmean
from typing import NamedTuple
from uuid import UUID

from django.db import connections, router

from apps.retrieval.mixing import Verdict
from apps.retrieval.models import Passage
from apps.retrieval.scope import as_array

# So many of the best documents vote, the first of them most; so many are told apart by their depth.
VOTERS, PLACED = 20, 40
# The vote of the document at rank r (from 0) counts 1 / (1 + r / FADING).
FADING = 10
# The most that votes add to a mix of standardised scores, and how many votes give half of it. Both
# in the middle of a plateau: see decision 15.
MOST_GAIN, HALF = 1.6, 2.0
# Of the links of one document, so many.
MOST_LINKS = 200
# What each folder more than the mean of its source's found documents costs.
PER_FOLDER = 0.15
PLACES = """
SELECT d.id, d.collection_id, length(d.source_key) - length(replace(d.source_key, '/', '')),
       CASE WHEN d.id = ANY(%(voters)s::uuid[]) THEN ARRAY(
           SELECT l.target_document_id FROM md_links l
           WHERE l.document_id = d.id AND l.target_document_id IS NOT NULL
           GROUP BY l.target_document_id ORDER BY min(l.line) LIMIT %(most)s
       ) END
FROM md_documents d WHERE d.id = ANY(%(placed)s::uuid[])
UNION ALL
SELECT d.id, d.repository_id, length(d.path) - length(replace(d.path, '/', '')),
       CASE WHEN d.id = ANY(%(voters)s::uuid[]) THEN ARRAY(
           SELECT l.target_id FROM repo_document_links l
           WHERE l.document_id = d.id ORDER BY l.target_id LIMIT %(most)s
       ) END
FROM repo_documents d WHERE d.id = ANY(%(placed)s::uuid[])
"""


class Place(NamedTuple):
    """Where a document stands: its source, how many folders deep, and what it links to.

    The links are those of voters only.
    """

    source: UUID
    depth: int
    targets: Sequence[UUID]


def judge(best: Mapping[UUID, float]) -> dict[UUID, Verdict]:
    """What the found documents say of each other, given the best mixed score in each of them.

    Scores are sums of standardised ones. Of documents that are not named there is nothing to say.
    """
    order = nsmallest(PLACED, best, key=lambda pk: (-best[pk], pk.int))
    places = load_places(order, order[:VOTERS])
    votes = {pk: n for pk, n in count_votes(order[:VOTERS], places).items() if pk in best}
    added = {pk: MOST_GAIN * number / (number + HALF) for pk, number in votes.items()}
    for pk, depth in relative_depths(places):
        added[pk] = added.get(pk, 0.0) - PER_FOLDER * depth
    return {pk: Verdict(change, votes.get(pk, 0.0)) for pk, change in added.items()}


def load_places(placed: Iterable[UUID], voters: Iterable[UUID]) -> dict[UUID, Place]:
    """Where documents stand, and what the voters among them link to."""
    values: dict[str, str | int] = {"most": MOST_LINKS}
    values |= {"placed": as_array(placed), "voters": as_array(voters)}
    with connections[router.db_for_read(Passage)].cursor() as cursor:
        cursor.execute(PLACES, values)
        return {pk: Place(source, depth, to or ()) for pk, source, depth, to in cursor.fetchall()}


def count_votes(voters: Sequence[UUID], places: Mapping[UUID, Place]) -> dict[UUID, float]:
    """The votes for each document that voters, best first, link to; none for itself."""
    votes: dict[UUID, float] = defaultdict(float)
    for rank, pk in enumerate(voters):
        for target in places[pk].targets if pk in places else ():
            if target != pk:
                votes[target] += 1 / (1 + rank / FADING)
    return votes


def relative_depths(places: Mapping[UUID, Place]) -> Iterable[tuple[UUID, float]]:
    """How many folders deeper each document lies than those of the same source do on average."""
    depths: dict[UUID, list[int]] = defaultdict(list)
    for place in places.values():
        depths[place.source].append(place.depth)
    means = {source: fmean(found) for source, found in depths.items()}
    return ((pk, place.depth - means[place.source]) for pk, place in places.items())
