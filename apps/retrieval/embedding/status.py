"""How far the vectors of a source are, and asking for them anew."""

from dataclasses import asdict, dataclass
from uuid import UUID

from django.db import transaction

from apps.access.errors import ConflictError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.access.sources import find_source
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.retrieval.embedding.spaces import active_space, wanted_embedder
from apps.retrieval.models import Passage, Vector


@dataclass(frozen=True, slots=True)
class EmbedStatus:
    """Passages of a source, how many of them have a serving vector, and whether that is all."""

    total_chunks: int
    embedded_chunks: int
    is_ready: bool

    def as_dict(self) -> dict[str, int | bool]:
        """For JSON."""
        return asdict(self)


def embed_status(*, user: Principal, source_id: UUID) -> EmbedStatus:
    """Count for one readable source. Raises `NotFoundError`."""
    source = find_source(user=user, source_id=source_id)
    passages = Passage.objects.visible_to(user).filter(source_id=source.pk)
    total = passages.count()
    space = active_space()
    missing = passages.without_vector(space).count() if space else total
    return EmbedStatus(total, total - missing, is_ready=total > 0 and missing == 0)


@transaction.atomic
def request_reembed(*, user: Principal, source_id: UUID, is_afresh: bool = True) -> Job:
    """Queue the job that makes a source's vectors of the wanted model anew; old ones serve on.

    Not ``is_afresh``: only vectors that are missing are made. Needs write access. Raises
    `ConflictError` in lexical-only mode.
    """
    source = find_source(user=user, source_id=source_id, action=Action.WRITE)
    wanted = wanted_embedder()
    if wanted is None:
        raise ConflictError("This installation makes no vectors (its provider is none).")
    if is_afresh:
        # A vector of no text is out of date: it is found by searches, and replaced by the job. The
        # space that serves until another model's is complete is not made anew for its last days.
        made = Vector.objects.filter(source_id=source.pk)
        made.filter(space__provider=wanted.provider, space__model=wanted.model).update(
            content_hash=""
        )
    return request_job(user=user, kind=JobKind.EMBED, source=source)
