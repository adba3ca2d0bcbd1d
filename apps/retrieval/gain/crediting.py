"""Sums up what is saved by serving sections instead of whole files."""

import logging
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection

from apps.access.principals import Principal, acting_token, stored_user
from apps.retrieval.asking.log import savepoint, without_flush
from apps.retrieval.gain.served import served_of
from apps.retrieval.gain.sizes import count_documents

logger = logging.getLogger(__name__)

# Nothing is added while a document is not counted yet; the rows are then those documents.
ADD = """
WITH given AS (
    SELECT * FROM unnest(%(documents)s::uuid[], %(tokens)s::bigint[]) AS row(id, served)
), found AS MATERIALIZED (
    SELECT d.id, d.source_id, s.tokens, given.served FROM (
        SELECT id, collection_id AS source_id, content_hash FROM md_documents
        WHERE id = ANY(%(documents)s::uuid[])
        UNION ALL
        SELECT id, repository_id, content_hash FROM repo_documents
        WHERE id = ANY(%(documents)s::uuid[])
    ) d JOIN given USING (id)
    LEFT JOIN document_sizes s ON s.document_id = d.id AND s.content_hash = d.content_hash
), sums AS (
    SELECT source_id, sum(served) AS served, sum(greatest(tokens, served)) AS whole FROM found
    WHERE NOT EXISTS (SELECT FROM found WHERE tokens IS NULL) GROUP BY source_id
), session AS (
    INSERT INTO gain_sessions AS old (user_id, token_id, started_at, last_at, calls, served, whole)
    SELECT %(user)s, %(token)s, now(), now(), 1, sum(served), sum(whole) FROM sums
    HAVING count(*) > 0
    ON CONFLICT (user_id, token_id) DO UPDATE SET
        started_at = CASE WHEN {pause} THEN now() ELSE old.started_at END,
        calls = CASE WHEN {pause} THEN 1 ELSE old.calls + 1 END,
        served = CASE WHEN {pause} THEN 0 ELSE old.served END + excluded.served,
        whole = CASE WHEN {pause} THEN 0 ELSE old.whole END + excluded.whole,
        last_at = now()
), gains AS (
    INSERT INTO token_gains AS old (user_id, token_id, source_id, day, calls, served, whole)
    SELECT %(user)s, %(token)s, source_id, (now() AT TIME ZONE 'UTC')::date, 1, served, whole
    FROM sums ORDER BY source_id
    ON CONFLICT (user_id, token_id, source_id, day) DO UPDATE SET calls = old.calls + 1,
        served = old.served + excluded.served, whole = old.whole + excluded.whole
)
SELECT id FROM found WHERE tokens IS NULL
"""
TRIES = 3
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
    try:
        with savepoint():
            add(user, served)
    except DatabaseError as error:
        logger.warning("a gain could not be stored: %s", error)


def credited(user: Principal, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer itself, once its gain is credited."""
    credit(user=user, answer=answer)
    return answer


def add(user: Principal, served: Mapping[UUID, int]) -> None:
    """One statement for all sums, once every document is counted."""
    stored, token = stored_user(user), acting_token(user)
    values = {
        "user": stored.pk if stored else None,
        "token": token.pk if token else None,
        "documents": list(served),
        "tokens": list(served.values()),
    }
    # More than twice only for documents that are replaced all the time.
    for _ in range(TRIES):
        with connection.cursor() as cursor:
            cursor.execute(without_flush(ADD.format(pause=PAUSE)), values)
            while cursor.nextset():
                pass
            unknown = [pk for (pk,) in cursor.fetchall()]
        if not unknown:
            return
        count_documents(unknown)
