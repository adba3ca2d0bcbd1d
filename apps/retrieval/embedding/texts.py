"""The text of a passage that is embedded: title and heading path, then the chunk."""

import hashlib
from collections.abc import Iterable, Sequence
from uuid import UUID

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.embedding.embedder import PassageText


def embedded_text(title: str, heading_path: Sequence[str], content: str) -> PassageText:
    """``title > heading > heading``, and the content."""
    path = [title, *(heading for heading in heading_path if heading != title)]
    return PassageText(" > ".join(path), content)


def hash_text(text: PassageText) -> str:
    """SHA-256 of an embedded text; equal texts share their vectors."""
    return hashlib.sha256(text.whole.encode("utf-8", "surrogatepass")).hexdigest()


def load_texts(passage_ids: Iterable[UUID]) -> dict[UUID, PassageText]:
    """The embedded text of each passage, from whichever corpus holds its chunk."""
    ids = list(passage_ids)
    texts = {}
    for rows in (Chunk.objects, RepoDocumentChunk.objects):
        found = rows.filter(pk__in=ids).values_list(
            "pk", "document__title", "heading_path", "content"
        )
        texts.update({pk: embedded_text(title, path, body) for pk, title, path, body in found})
    return texts
