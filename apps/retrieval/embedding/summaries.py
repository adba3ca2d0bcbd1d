"""The most central sentence of each section as its summary.

The sentence whose vector is nearest to the mean of all of them (centroid-based summarisation:
Radev, Jing, Styś and Tam, "Centroid-based summarization of multiple documents", 2004, with sentence
vectors in place of word weights). Of sentences that are equally near the first is taken.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from django.conf import settings

from apps.documents.summarising import (
    Candidates,
    Summary,
    count_waiting,
    find_candidates,
    store_summaries,
    waiting_documents,
)
from apps.jobs.run import JobRun
from apps.retrieval.embedding.embedder import (
    Embedder,
    Matrix,
    PassageText,
    TextPart,
    configured_embedder,
)

DOCUMENTS = 10
# Of two sentences neither is more central; of one there is no choice.
FEWEST_SENTENCES = 3


def summarise_source(run: JobRun, counts: dict[str, Any]) -> bool:
    """Choose the summaries of a repository's sections; False when others should come first.

    Does nothing unless the settings ask for it. Each document is committed by itself.
    """
    embedder = configured_embedder()
    if settings.PRESSMARK.documents.summaries != "embedding" or embedder is None:
        return True
    model = f"{embedder.provider}:{embedder.model}"[:200]
    waiting: dict[str, Any] = {"repository_id": run.source_id, "model": model}
    while documents := waiting_documents(limit=DOCUMENTS, **waiting):
        left = count_waiting(**waiting)
        for document in documents:
            run.progress(0, left, document.path)
            found = list(find_candidates(document, model=model))
            chosen = choose(embedder, found, run)
            store_summaries(model=model, chosen=chosen)
            counts["summarised"] = counts.get("summarised", 0) + len(chosen)
            if run.should_yield():
                return False
    return True


def choose(embedder: Embedder, found: Sequence[Candidates], run: JobRun) -> list[Summary]:
    """One summary for each section; those with too few sentences keep what they have."""
    texts = [
        PassageText((TextPart("", text),))
        for one in found
        if len(one.sentences) >= FEWEST_SENTENCES
        for text in one.sentences
    ]
    rows = (
        # A sentence is too short for more than one vector.
        parts[0]
        for start in range(0, len(texts), embedder.batch_size)
        for parts in embedder.embed_passages(texts[start : start + embedder.batch_size], run.check)
    )
    chosen = []
    for one in found:
        text = ""
        if len(one.sentences) >= FEWEST_SENTENCES:
            text = central(one.sentences, np.stack([next(rows) for _ in one.sentences]))
        chosen.append(Summary(one.section_id, one.content_hash, text))
    return chosen


def central(sentences: Sequence[str], vectors: Matrix) -> str:
    """The sentence nearest to the mean of all, by cosine; the vectors have length 1."""
    nearness = np.round(vectors @ vectors.mean(axis=0), 6)
    return sentences[int(np.argmax(nearness))]
