"""Sums up what is saved by serving sections instead of whole files."""

import logging
from collections import defaultdict
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection, transaction

from apps.access.principals import Principal, acting_token, stored_user
from apps.retrieval.asking.log import forgo_flush
from apps.retrieval.gain.served import served_of
from apps.retrieval.gain.sizes import sizes_of

logger = logging.getLogger(__name__)

ADD = """
WITH given AS (
    SELECT * FROM unnest(%(sources)s::uuid[], %(served)s::bigint[], %(whole)s::bigint[])
        AS row(source_id, served, whole)
), session AS (
    INSERT INTO gain_sessions AS old (user_id, token_id, started_at, last_at, calls, served, whole)
    SELECT %(user)s, %(token)s, now(), now(), 1, sum(served), sum(whole) FROM given
    ON CONFLICT (user_id, token_id) DO UPDATE SET
        started_at = CASE WHEN {pause} THEN now() ELSE old.started_at END,
        calls = CASE WHEN {pause} THEN 1 ELSE old.calls + 1 END,
        served = CASE WHEN {pause} THEN 0 ELSE old.served END + excluded.served,
        whole = CASE WHEN {pause} THEN 0 ELSE old.whole END + excluded.whole,
        last_at = now()
)
INSERT INTO token_gains AS old (user_id, token_id, source_id, day, calls, served, whole)
SELECT %(user)s, %(token)s, source_id, (now() AT TIME ZONE 'UTC')::date, 1, served, whole
FROM given ORDER BY source_id
ON CONFLICT (user_id, token_id, source_id, day) DO UPDATE SET calls = old.calls + 1,
    served = old.served + excluded.served, whole = old.whole + excluded.whole
"""
# A session ends when nothing was served for half an hour.
PAUSE = "old.last_at < now() - interval '30 minutes'"


def credit(*, user: Principal, answer: Mapping[str, Any]) -> None:
    """Add what an answer saves to the sums of its user, token, sources and day.

    A document counts once in a call, and never for less than what was served of it; an answer
    without any counts for nothing. The sums are worth no answer: when they cannot be written, that
    costs a warning.
    """
    served = served_of(user, answer)
    if not served:
        return
    stands_alone = not connection.in_atomic_block
    try:
        with transaction.atomic():
            if stands_alone:
                forgo_flush()
            add(user, served)
    except DatabaseError as error:
        logger.warning("a gain could not be stored: %s", error)


def credited(user: Principal, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer itself, once its gain is credited."""
    credit(user=user, answer=answer)
    return answer


def add(user: Principal, served: Mapping[UUID, int]) -> None:
    """One statement for all sums."""
    sums: dict[UUID, list[int]] = defaultdict(lambda: [0, 0])
    for document, size in sizes_of(served).items():
        sums[size.source][0] += served[document]
        sums[size.source][1] += max(size.tokens, served[document])
    if not sums:
        return
    stored, token = stored_user(user), acting_token(user)
    values = {
        "user": stored.pk if stored else None,
        "token": token.pk if token else None,
        "sources": list(sums),
        "served": [served for served, _ in sums.values()],
        "whole": [whole for _, whole in sums.values()],
    }
    with connection.cursor() as cursor:
        cursor.execute(ADD.format(pause=PAUSE), values)
