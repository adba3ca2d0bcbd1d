"""Loads what the first search of a process would otherwise wait for."""

import onnxruntime  # noqa: F401  loaded here so that forks have it

from apps.retrieval import search  # noqa: F401  likewise
from apps.retrieval.embedding.builtin import BuiltinEmbedder
from apps.retrieval.embedding.embedder import configured_embedder
from apps.text.tokens import count_tokens


def load_for_searches() -> None:
    """Load tokenizers and check the model file, but start none of the model's threads.

    What is loaded may be used by forks, which threads would not survive.
    """
    count_tokens("any")  # an empty text would not load its tables
    embedder = configured_embedder()
    if isinstance(embedder, BuiltinEmbedder):
        embedder.load_tokenizer()
