"""The plug-point for embedding models."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

import numpy as np
from django.conf import settings
from django.utils.module_loading import import_string

from apps.access.errors import UnavailableError

if TYPE_CHECKING:
    from apps.retrieval.models import EmbeddingSpace

Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float32]]
Row: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float32]]

Pause: TypeAlias = Callable[[], None]

EMBEDDERS = {
    "builtin": "apps.retrieval.embedding.builtin.BuiltinEmbedder",
    "openai": "apps.retrieval.embedding.openai.OpenAIEmbedder",
}


def go_on() -> None:
    """Nothing interrupts."""


class EmbeddingFailedError(UnavailableError):
    """The provider cannot make vectors now; lexical search goes on without it."""

    code = "EMBEDDING_FAILED"


class TextPart(NamedTuple):
    """A section, or what a passage holds of it: ``title > heading > heading``, and its words."""

    head: str
    body: str


@dataclass(frozen=True, slots=True)
class PassageText:
    """What is embedded of a passage, by section: at least one part."""

    parts: tuple[TextPart, ...]

    @property
    def whole(self) -> str:
        """Each part's head, a line break and its body, one part after the other."""
        return "\n\n".join(f"{head}\n{body}" for head, body in self.parts)

    @property
    def size(self) -> int:
        """Characters of the bodies."""
        return sum(len(part.body) for part in self.parts)


class Embedder(Protocol):
    """Turns texts into unit-length vectors that may be compared with each other.

    `batch_size` texts, and about `batch_characters` in all, are what it is best given at once.
    """

    provider: str
    model: str
    batch_size: int
    batch_characters: int

    @property
    def dimension(self) -> int:
        """Length of each vector. Raises `EmbeddingFailedError` when the provider is away."""

    def embed_passages(self, texts: Sequence[PassageText], between: Pause = go_on) -> list[Matrix]:
        """For each text, in order, a row for each window that the model reads it in: at least one.

        The windows of a text cover it whole. `between` is called every few seconds and may raise to
        give up. Raises `EmbeddingFailedError`.
        """

    def embed_query(self, text: str) -> Row:
        """The vector of a question. Raises `EmbeddingFailedError`."""


def configured_embedder() -> Embedder | None:
    """The embedder that the settings ask for; None in lexical-only mode."""
    options = settings.PRESSMARK.embedding
    return None if options.provider == "none" else load_embedder(options.provider, options.model)


def embedder_for(space: "EmbeddingSpace") -> Embedder:
    """The embedder whose vectors a space holds, whatever the settings ask for today."""
    return load_embedder(space.provider, space.model)


@lru_cache(maxsize=8)
def load_embedder(provider: str, model: str) -> Embedder:
    """One embedder per provider and model in each process; its weights load on first use."""
    make: Callable[[str], Embedder] = import_string(EMBEDDERS[provider])
    return make(model)


def unit_rows(rows: Matrix) -> Matrix:
    """Scale each row to length 1; a zero row stays zero."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Matrix = (rows / np.maximum(lengths, 1e-12)).astype(np.float32)
    return scaled
