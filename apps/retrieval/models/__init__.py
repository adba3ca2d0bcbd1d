from apps.retrieval.models.passages import Passage, Vector
from apps.retrieval.models.spaces import EmbeddingSpace, SpaceStatus

__all__ = ["EmbeddingSpace", "Passage", "SpaceStatus", "Vector"]
