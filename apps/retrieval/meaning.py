"""The question's vector and what is near it; a search goes on without."""

from concurrent.futures import Future, ThreadPoolExecutor

from apps.retrieval.candidates import Candidate
from apps.retrieval.degrading import Degradation, guard
from apps.retrieval.dense import dense_stream
from apps.retrieval.embedding.embedder import (
    EmbeddingFailedError,
    Row,
    configured_embedder,
    embedder_for,
)
from apps.retrieval.embedding.questions import QuestionVectors
from apps.retrieval.models import EmbeddingSpace
from apps.retrieval.scope import Scope

# As many questions at once as the web server has threads; each thread starts when it is needed.
EMBEDDING = ThreadPoolExecutor(max_workers=8, thread_name_prefix="question-vector")
VECTORS = QuestionVectors()


def embed_meanwhile(query: str, space: EmbeddingSpace | None) -> Future[Row] | None:
    """Begin to make the question's vector, unless it is known, while the database looks for words.

    None without a space.
    """
    if space is None:
        return None
    embedder = embedder_for(space)
    row = VECTORS.known(embedder, query)
    if row is None:
        return EMBEDDING.submit(VECTORS.make, embedder, query)
    done: Future[Row] = Future()
    done.set_result(row)
    return done


def search_vectors(
    vector: Future[Row] | None,
    space: EmbeddingSpace | None,
    scope: Scope,
    searched: int,
    degraded: list[Degradation],
) -> list[Candidate]:
    """The dense stream, or nothing when there is no space or its provider is away."""
    if space is None or vector is None:
        return []
    try:
        row = vector.result()
    except EmbeddingFailedError as error:
        degraded.append(Degradation("dense", "PROVIDER_FAILED", error.message))
        return []
    return guard("dense", lambda: dense_stream(row, space, scope, searched), degraded)


def note_missing_vectors(searched: int, embedded: int, degraded: list[Degradation]) -> None:
    """Say when vectors are off or still being made."""
    if configured_embedder() is None:
        text = "Search by meaning is switched off; words and names are searched."
        degraded.append(Degradation("dense", "OFF", text))
    elif embedded < searched:
        text = (
            f"Vectors are ready for {embedded} of {searched} passages; the rest is found by words."
        )
        degraded.append(Degradation("dense", "VECTORS_PENDING", text))
