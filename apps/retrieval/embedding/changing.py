"""Begins to fill the space of a model that the settings name, while the one before serves.

Likewise when a new version of the product embeds other words of the passages.

django-q2's scheduler calls `begin_new_space` every few minutes (see the migration that adds it), so
that a change of the settings needs nothing but a restart.
"""

import logging
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from apps.access.errors import DomainError
from apps.access.principals import operator
from apps.jobs.models import Job, JobKind, JobStatus
from apps.retrieval.dense import drop_index
from apps.retrieval.embedding.spaces import (
    active_space,
    prepare_space,
    switch_when_complete,
    wanted_embedder,
)
from apps.retrieval.embedding.status import request_reembed
from apps.retrieval.embedding.texts import TEXTS_VERSION
from apps.retrieval.models import EmbeddingSpace, Passage, SpaceStatus

logger = logging.getLogger(__name__)
# Whoever's vectors could not be made is let be for so long, and so are vectors that served before.
PATIENCE = timedelta(hours=1)


def begin_new_space() -> int:
    """Queue what the wanted space lacks, if another one serves; how many jobs.

    A provider that is away is asked again next time.
    """
    forget_outdated_spaces()
    try:
        embedder, serving = wanted_embedder(), active_space()
        if embedder is None or serving is None:
            return 0
        wanted = (embedder.provider, embedder.model, TEXTS_VERSION)
        if wanted == (serving.provider, serving.model, serving.texts):
            return 0
        space = prepare_space(embedder)
    except DomainError as error:
        logger.warning("the new embedding space cannot be made yet: %s", error.message)
        return 0
    # Perhaps what was missing is gone, and no job comes to see it.
    if space.status == SpaceStatus.ACTIVE or switch_when_complete(space):
        return 0
    missing = Passage.objects.without_vector(space).values_list("source_id", flat=True)
    sources = set(missing.distinct()) - failed_lately()
    for source_id in sorted(sources):
        request_reembed(user=operator(), source_id=source_id, is_afresh=False)
    return len(sources)


def forget_outdated_spaces() -> None:
    """Delete the retired spaces of other texts: nothing can make them serve again.

    Not at once: a search that began before the change may still be at it.
    """
    serving = active_space()
    if serving is None or serving.activated_at is None:
        return
    if serving.activated_at > timezone.now() - PATIENCE:
        return
    for space in EmbeddingSpace.objects.filter(status=SpaceStatus.RETIRED, texts__lt=TEXTS_VERSION):
        drop_index(space)
        space.delete()


def failed_lately() -> set[UUID]:
    """Sources whose vectors could not be made within the last hour."""
    failed = Job.objects.filter(
        kind=JobKind.EMBED, status=JobStatus.ERROR, finished_at__gt=timezone.now() - PATIENCE
    )
    return set(failed.values_list("source_id", flat=True))
