"""Embedding spaces: which one serves, which one is being built, and the switch between them."""

from django.db import transaction
from django.utils import timezone

from apps.retrieval.embedding.embedder import Embedder, configured_embedder
from apps.retrieval.models import EmbeddingSpace, Passage, SpaceStatus


def active_space() -> EmbeddingSpace | None:
    """The space that searches use; None before the first vector is wanted."""
    return EmbeddingSpace.objects.filter(status=SpaceStatus.ACTIVE).first()


def spaces_to_fill() -> list[EmbeddingSpace]:
    """The spaces that new passages belong in: the serving one and the one being built.

    Empty in lexical-only mode. Raises `EmbeddingFailedError` when the provider is away.
    """
    embedder = configured_embedder()
    if embedder is None:
        return []
    wanted = prepare_space(embedder)
    serving = active_space()
    return [space for space in (serving, wanted) if space is not None and space != wanted] + [
        wanted
    ]


@transaction.atomic
def prepare_space(embedder: Embedder) -> EmbeddingSpace:
    """The space of an embedder, made on first use; it serves at once when no other does."""
    space, _ = EmbeddingSpace.objects.get_or_create(
        provider=embedder.provider, model=embedder.model, dimension=embedder.dimension
    )
    if space.status == SpaceStatus.RETIRED:
        space.status = SpaceStatus.BUILDING
        space.save(update_fields=["status"])
    if space.status == SpaceStatus.BUILDING and active_space() is None:
        activate(space)
    return space


@transaction.atomic
def switch_when_complete(space: EmbeddingSpace) -> bool:
    """Let a space that holds every passage serve, and retire the one before; whether it did."""
    space = EmbeddingSpace.objects.select_for_update().get(pk=space.pk)
    if space.status != SpaceStatus.BUILDING or Passage.objects.without_vector(space).exists():
        return False
    EmbeddingSpace.objects.filter(status=SpaceStatus.ACTIVE).update(status=SpaceStatus.RETIRED)
    activate(space)
    return True


def activate(space: EmbeddingSpace) -> None:
    """Make a space the serving one; the database allows only one."""
    space.status = SpaceStatus.ACTIVE
    space.activated_at = timezone.now()
    space.save(update_fields=["status", "activated_at"])
