"""The text of a passage that is embedded: title and heading path, then the chunk."""

import hashlib
from collections.abc import Iterable, Sequence
from uuid import UUID

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk


def embedded_text(title: str, heading_path: Sequence[str], content: str) -> str:
    """``title > heading > heading``, a line break, the content."""
    path = [title, *(heading for heading in heading_path if heading != title)]
    return " > ".join(path) + "\n" + content


def hash_text(text: str) -> str:
    """SHA-256 of an embedded text; equal texts share one vector."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def load_texts(passage_ids: Iterable[UUID]) -> dict[UUID, str]:
    """The embedded text of each passage, from whichever corpus holds its chunk."""
    ids = list(passage_ids)
    texts = {}
    for rows in (Chunk.objects, RepoDocumentChunk.objects):
        found = rows.filter(pk__in=ids).values_list(
            "pk", "document__title", "heading_path", "content"
        )
        texts.update({pk: embedded_text(title, path, body) for pk, title, path, body in found})
    return texts
