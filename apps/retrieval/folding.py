"""Folds copies: of passages that say the same, the best is shown and names the others."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from apps.collections.models import Chunk
from apps.documents.models import DocumentKind, RepoDocumentChunk
from apps.retrieval.fusion import Fused
from apps.text.shingles import are_alike, sample_of, shingles_of

# Copies have nearly the same scores in every stream; only such pairs are compared word by word.
LARGEST_GAP = 0.1
# Their mixed scores may lie further apart: each takes in what else its document says, and what is
# said of it.
LARGEST_MIXED_GAP = 0.4
# Among so few the gap says nothing, since scores are standardised, and comparing all costs nothing.
FEW = 30
NAMED_COPIES = 5
# Logs of what changed name everything and explain nothing (as do configuration and tests).
LOG = re.compile(
    r"(?:^|/)(?:change-?log|changes|history|news|release-?notes?|releases)\b[^/]*$", re.IGNORECASE
)
# What is left of their score: they stand behind prose that is as good, or as good as that.
ASIDE = 0.99


@dataclass(slots=True)
class Found:
    """A passage with its chunk, and the chunks that say the same."""

    fused: Fused
    chunk: Chunk | RepoDocumentChunk
    copies: list[Chunk | RepoDocumentChunk] = field(default_factory=list)
    _shingles: set[int] | None = None
    _sample: set[int] | None = None

    @property
    def shingles(self) -> set[int]:
        """Of the chunk's text, made when first asked for."""
        if self._shingles is None:
            self._shingles = shingles_of(self.chunk.content)
        return self._shingles

    @property
    def sample(self) -> set[int]:
        """Some of the shingles; two that have none of these in common are no copies."""
        if self._sample is None:
            self._sample = sample_of(self.shingles)
        return self._sample

    @property
    def score(self) -> float:
        """The passage's score, which puts it behind prose that is equally good if it is none."""
        return self.fused.score * (ASIDE if self.is_aside else 1)

    @property
    def is_aside(self) -> bool:
        """Whether it is no prose."""
        if isinstance(self.chunk, Chunk):
            return bool(LOG.search(self.chunk.document.source_key))
        document = self.chunk.document
        return document.kind != DocumentKind.REPO_DOC or bool(LOG.search(document.path))


def fold_copies(found: Sequence[Found]) -> list[Found]:
    """The passages in order, prose first among equals, without those that copy an earlier one."""
    kept: list[Found] = []
    largest_gap = LARGEST_MIXED_GAP if len(found) > FEW else math.inf
    for one in sorted(found, key=lambda one: -one.score):
        original = next(originals(one, kept, largest_gap), None)
        if original is None:
            kept.append(one)
        elif len(original.copies) < NAMED_COPIES:
            original.copies.append(one.chunk)
    return kept


def originals(one: Found, kept: Sequence[Found], largest_gap: float) -> Iterator[Found]:
    """Those already kept that a passage copies."""
    score, sample = one.score, one.sample
    for other in reversed(kept):
        gap = other.score - score
        if gap > largest_gap:
            return  # whoever comes next in this direction is better still
        # Nearly every pair ends here, so this comes first.
        if sample.isdisjoint(other.sample):
            continue
        if are_close(one.fused, other.fused) and are_alike(one.shingles, other.shingles):
            yield other


def are_close(one: Fused, other: Fused) -> bool:
    """Whether no stream tells two passages apart by much."""
    for name in ("lexical", "dense"):
        first, second = one.places.get(name), other.places.get(name)
        if first and second:
            larger = max(first.score, second.score, 1e-9)
            if abs(first.score - second.score) > LARGEST_GAP * larger:
                return False
    return True
