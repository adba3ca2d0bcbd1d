from apps.retrieval.models.lexical import LexicalSegment, Posting, TermKind
from apps.retrieval.models.passages import Passage, Vector
from apps.retrieval.models.spaces import EmbeddingSpace, SpaceStatus

__all__ = [
    "EmbeddingSpace",
    "LexicalSegment",
    "Passage",
    "Posting",
    "SpaceStatus",
    "TermKind",
    "Vector",
]
