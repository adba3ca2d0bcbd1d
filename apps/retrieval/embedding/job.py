"""The `embed` job: makes the vectors that a source is still missing."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from uuid import UUID

from django.db import connection, transaction

from apps.jobs.run import JobRun, Yielded
from apps.retrieval.dense import build_index
from apps.retrieval.embedding.centroids import fill_centroids
from apps.retrieval.embedding.embedder import (
    EmbeddingFailedError,
    Matrix,
    PassageText,
    embedder_for,
)
from apps.retrieval.embedding.spaces import spaces_to_fill, switch_when_complete
from apps.retrieval.embedding.summaries import summarise_source
from apps.retrieval.embedding.texts import load_texts
from apps.retrieval.lexical.postings import tidy
from apps.retrieval.models import EmbeddingSpace, Passage, Vector

logger = logging.getLogger(__name__)

# A passage's key and the hash of the text that it is to be embedded as.
Key: TypeAlias = tuple[UUID, str]

WANTED = """
WITH wanted AS (
    SELECT p.id, p.source_id, p.content_hash, donor.passage_id AS donor
    FROM passages p, LATERAL (
        SELECT v.passage_id FROM passage_vectors v
        WHERE v.space_id = %(space)s AND v.content_hash = p.content_hash LIMIT 1
    ) AS donor
    WHERE p.source_id = %(source)s
      AND NOT EXISTS (SELECT 1 FROM passage_vectors own WHERE own.space_id = %(space)s
                      AND own.passage_id = p.id AND own.content_hash = p.content_hash)
)
"""
FORGET = """
DELETE FROM passage_vectors v USING wanted w WHERE v.space_id = %(space)s AND v.passage_id = w.id
"""
REUSE = """
, copied AS (
    INSERT INTO passage_vectors
        (passage_id, space_id, source_id, content_hash, part, embedding)
    SELECT w.id, v.space_id, w.source_id, w.content_hash, v.part, v.embedding
    FROM wanted w JOIN passage_vectors v ON v.space_id = %(space)s AND v.passage_id = w.donor
    RETURNING part
)
SELECT count(*) FROM copied WHERE part = 0
"""


def embed_source(run: JobRun) -> dict[str, Any] | Yielded:
    """Tidy the source's word index, then embed each passage without a vector, in each space.

    At last choose summaries of sections, where the operator has set that they be chosen so.

    Each batch is committed by itself, so a killed worker loses at most one batch and repeats none
    that is stored. Yields to waiting jobs after its slice.
    """
    tidy(run.source_id)
    counts: dict[str, Any] = {"embedded": 0, "reused": 0}
    spaces = spaces_to_fill()
    for space in spaces:
        counts["reused"] += reuse_vectors(space, run.source_id)
        try:
            is_filled = fill_space(run, space, counts)
        except EmbeddingFailedError as error:
            if space is spaces[-1]:
                raise
            # Perhaps its provider is gone for good: the space that takes over must not wait for it.
            logger.warning("%s is not kept up: %s", space, error.message)
            continue
        fill_centroids(space, run.source_id)
        if not is_filled:
            return Yielded()
        counts["model"] = space.model
        switch_when_complete(space)
        build_index(space)
    return counts if summarise_source(run, counts) else Yielded()


def fill_space(run: JobRun, space: EmbeddingSpace, counts: dict[str, Any]) -> bool:
    """Embed batch after batch; False when the run should make way for others."""
    embedder = embedder_for(space)
    rows = Passage.objects.filter(source_id=run.source_id)
    missing = rows.without_vector(space).order_by("document_id", "pk")
    while waiting := list(missing.values_list("pk", "content_hash")[: embedder.batch_size]):
        texts = load_texts(pk for pk, _ in waiting)
        if not texts:
            break
        # Counted each time, because documents come and go meanwhile, even between the two counts.
        total = rows.count()
        done = max(total - missing.count(), 0)
        for batch in split_batches(waiting, texts, embedder.batch_characters):
            run.progress(min(done, total), total, space.model)
            vectors = embedder.embed_passages([texts[pk] for pk, _ in batch], run.check)
            store_vectors(space, run.source_id, batch, vectors)
            done += len(batch)
            counts["embedded"] += len(batch)
            if run.should_yield():
                return False
    run.progress(rows.count(), rows.count())
    return True


def split_batches(
    waiting: Sequence[Key], texts: Mapping[UUID, PassageText], characters: int
) -> Iterator[list[Key]]:
    """Group passages that still exist, in order, into batches of about so many characters."""
    batch: list[Key] = []
    size = 0
    for key in waiting:
        if key[0] not in texts:
            continue
        batch.append(key)
        size += texts[key[0]].size
        if size >= characters:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def store_vectors(
    space: EmbeddingSpace, source_id: UUID, batch: Sequence[Key], vectors: Sequence[Matrix]
) -> None:
    """Store the vectors of one batch; passages that vanished meanwhile are left out."""
    with transaction.atomic():
        # Locked, so that a chunk deleted meanwhile cannot leave a vector that points at nothing.
        alive = set(
            Passage.objects.select_for_update(no_key=True)
            .filter(pk__in=[pk for pk, _ in batch])
            .order_by("pk")
            .values_list("pk", flat=True)
        )
        Vector.objects.filter(space=space, passage_id__in=alive).delete()
        Vector.objects.bulk_create(
            Vector(
                passage_id=pk,
                space=space,
                source_id=source_id,
                content_hash=digest,
                part=part,
                embedding=row.tolist(),
            )
            for (pk, digest), rows in zip(batch, vectors, strict=True)
            if pk in alive
            for part, row in enumerate(rows)
        )


@transaction.atomic
def reuse_vectors(space: EmbeddingSpace, source_id: UUID) -> int:
    """Copy vectors of equal texts that the space holds already; of how many passages."""
    with connection.cursor() as cursor:
        cursor.execute(WANTED + FORGET, {"space": space.pk, "source": source_id})
        cursor.execute(WANTED + REUSE, {"space": space.pk, "source": source_id})
        return int(cursor.fetchone()[0])
