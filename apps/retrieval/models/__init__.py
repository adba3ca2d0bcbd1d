from apps.retrieval.models.briefing import BriefingVersion
from apps.retrieval.models.golden import EvaluationResult, EvaluationRun, GoldenQuestion
from apps.retrieval.models.lexical import LexicalSegment, Posting, TermKind
from apps.retrieval.models.passages import Passage, Vector
from apps.retrieval.models.queries import AskedKind, AskedQuestion, AskedStatus, Surface
from apps.retrieval.models.spaces import EmbeddingSpace, SpaceStatus

__all__ = [
    "AskedKind",
    "AskedQuestion",
    "AskedStatus",
    "BriefingVersion",
    "EmbeddingSpace",
    "EvaluationResult",
    "EvaluationRun",
    "GoldenQuestion",
    "LexicalSegment",
    "Passage",
    "Posting",
    "SpaceStatus",
    "Surface",
    "TermKind",
    "Vector",
]
