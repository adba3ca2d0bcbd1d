"""What a document names, chunk by chunk, with what surrounds each name."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.documents.models import DocumentKind, RepoDocument, RepoDocumentChunk
from apps.text.mentions.evidence import Context, Parts
from apps.text.mentions.extract import find_named_code
from apps.text.mentions.imports import find_imports
from apps.text.mentions.named import NamedCode
from apps.text.storable import storable
from apps.text.symbols.languages.registry import language_of

LINKER_VERSION = "1"
LINKED_KINDS = (DocumentKind.REPO_DOC, DocumentKind.EXAMPLE, DocumentKind.TEST)
_WORD = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class NamedChunk:
    """The names in one chunk; their lines count from the chunk's first."""

    chunk: RepoDocumentChunk
    named: tuple[NamedCode, ...]
    context: Context


def state_of(path: str, content_hash: str, fingerprint: str) -> str:
    """What a document's links depend on besides the symbols."""
    parts = (LINKER_VERSION, path, content_hash, fingerprint)
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def read_names(
    document: RepoDocument,
    chunks: Sequence[RepoDocumentChunk],
    *,
    repository: str,
    known_modules: frozenset[Parts],
) -> list[NamedChunk]:
    """The names in a document's chunks. ``repository`` is its last name."""
    if document.kind not in LINKED_KINDS:
        return []
    imports, modules = find_imports(document.content.split("\n"))
    is_code = language_of(document.path) is not None
    return [
        NamedChunk(
            chunk,
            tuple(one for one in find_named_code(chunk.content, is_code=is_code) if _fits(one)),
            Context(
                path=document.path,
                repository=repository,
                imports=imports,
                modules=modules,
                near=frozenset(_WORD.findall(chunk.content)),
                headings=frozenset(_WORD.findall(" ".join(chunk.heading_path))),
                known_modules=known_modules,
            ),
        )
        for chunk in chunks
    ]


def _fits(named: NamedCode) -> bool:
    return bool(named.text == storable(named.text) and len(named.text) <= 300)
