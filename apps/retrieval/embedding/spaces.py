"""Embedding spaces: which one serves, which one is being built, and the switch between them."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from apps.access.errors import ConflictError
from apps.retrieval.embedding.embedder import (
    Embedder,
    configured_embedder,
    embedder_for,
    load_embedder,
)
from apps.retrieval.embedding.texts import TEXTS_VERSION
from apps.retrieval.models import EmbeddingSpace, Passage, SpaceStatus


def active_space() -> EmbeddingSpace | None:
    """The space that searches use; None before the first vector is wanted."""
    return EmbeddingSpace.objects.filter(status=SpaceStatus.ACTIVE).first()


def spaces_to_fill() -> list[EmbeddingSpace]:
    """The spaces that new passages belong in: the serving one and the one being built.

    Empty in lexical-only mode. Raises `EmbeddingFailedError` when the provider is away.
    """
    embedder = wanted_embedder()
    if embedder is None:
        return []
    wanted = prepare_space(embedder)
    serving = active_space()
    return [space for space in (serving, wanted) if space is not None and space != wanted] + [
        wanted
    ]


def wanted_embedder() -> Embedder | None:
    """The embedder that an operator chose, else the one of the settings; None without a provider.

    A choice holds until the settings name another model than the one it was made over.
    """
    configured = configured_embedder()
    if configured is None:
        return None
    chosen = (
        EmbeddingSpace.objects.filter(chosen_over=configured_name()).order_by("-chosen_at").first()
    )
    return configured if chosen is None else embedder_for(chosen)


def configured_name() -> str:
    """Provider and model as the settings give them."""
    options = settings.PRESSMARK.embedding
    return f"{options.provider} {options.model}"


@transaction.atomic
def choose_model(model: str) -> EmbeddingSpace:
    """Make a model of the configured provider the wanted one; its space serves once it is complete.

    A space that served before keeps its vectors, so going back takes only what was added since.
    Raises `ConflictError` in lexical-only mode, `EmbeddingFailedError` when the provider does not
    have the model.
    """
    options = settings.PRESSMARK.embedding
    if options.provider == "none":
        raise ConflictError("This installation makes no vectors (its provider is none).")
    space = prepare_space(load_embedder(options.provider, model))
    space.chosen_at, space.chosen_over = timezone.now(), configured_name()
    space.save(update_fields=["chosen_at", "chosen_over"])
    return space


@transaction.atomic
def prepare_space(embedder: Embedder) -> EmbeddingSpace:
    """The space of an embedder, made on first use; it serves at once when no other does."""
    space, _ = EmbeddingSpace.objects.get_or_create(
        provider=embedder.provider,
        model=embedder.model,
        dimension=embedder.dimension,
        texts=TEXTS_VERSION,
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
