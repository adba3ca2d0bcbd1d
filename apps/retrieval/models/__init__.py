from apps.retrieval.models.briefing import BriefingVersion
from apps.retrieval.models.gain import DocumentSize, GainSession, TokenGain
from apps.retrieval.models.golden import EvaluationResult, EvaluationRun, GoldenQuestion
from apps.retrieval.models.lexical import LexicalSegment, Posting, TermKind
from apps.retrieval.models.passages import DocumentVector, Passage, Vector
from apps.retrieval.models.queries import AskedKind, AskedQuestion, AskedStatus, Surface
from apps.retrieval.models.spaces import EmbeddingSpace, SpaceStatus
from apps.retrieval.models.tallies import PassageTally

__all__ = [
    "AskedKind",
    "AskedQuestion",
    "AskedStatus",
    "BriefingVersion",
    "DocumentSize",
    "DocumentVector",
    "EmbeddingSpace",
    "EvaluationResult",
    "EvaluationRun",
    "GainSession",
    "GoldenQuestion",
    "LexicalSegment",
    "Passage",
    "PassageTally",
    "Posting",
    "SpaceStatus",
    "Surface",
    "TermKind",
    "TokenGain",
    "Vector",
]
