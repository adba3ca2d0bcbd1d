"""What a document names, chunk by chunk, with what surrounds each name."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from apps.documents.models import DocumentKind, RepoDocument, RepoDocumentChunk
from apps.text.mentions.extract import OUTSIDE, Fence, fences_before, find_named_code
from apps.text.mentions.imports import find_imports
from apps.text.mentions.known import Context, Parts
from apps.text.mentions.named import Form, NamedCode
from apps.text.storable import storable
from apps.text.symbols.languages.registry import language_of

LINKER_VERSION = "3"
LINKED_KINDS = (DocumentKind.REPO_DOC, DocumentKind.EXAMPLE, DocumentKind.TEST)
API_FORMAT = "openapi"
# Formats whose fences may begin in an earlier chunk.
FENCED = frozenset({"markdown", "mdx"})
_SETTING = re.compile(r"^ *\.\. (?:setting|confval|envvar)::[ \t]+(\w+)", re.MULTILINE)
_FENCE_LANGUAGE = re.compile(r"^ *(?:```|~~~|\.\. code(?:-block)?::)[ \t]*(\w+)", re.MULTILINE)
# A heading that is about one thing: ``Pool``, ``class db.Pool``, ``The Pool class``.
_HEADING = re.compile(
    r"\W*(?:(?:the|class|struct|interface|type)\s+)?(?:\w+\.)*(\w+)(?:\([^()]*\))?"
    r"(?:\s+(?:class|object|objects|struct|interface|type))?\W*",
    re.IGNORECASE,
)
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
    lines = document.content.split("\n")
    imports, modules = find_imports(lines)
    fences = fences_before(lines if document.format in FENCED else ())
    is_code = language_of(document.path) is not None
    # The words of an API description are those of its schemas, not of the code behind it.
    left_out = {Form.WORD, Form.FENCE} if document.format == API_FORMAT else set[Form]()
    settings = frozenset(_SETTING.findall(document.content))
    names = [
        tuple(
            _as_setting(one, settings)
            for one in find_named_code(
                chunk.content, is_code=is_code, fence=_fence_at(fences, chunk.start_line)
            )
            if _fits(one) and one.form not in left_out
        )
        for chunk in chunks
    ]
    languages = frozenset(_FENCE_LANGUAGE.findall(document.content))
    languages |= {document.path.rsplit(".", 1)[-1]} if is_code else set()
    found = []
    for chunk, named in zip(chunks, names, strict=True):
        context = Context(
            path=document.path,
            repository=repository,
            imports=imports,
            modules=modules,
            near=frozenset(_WORD.findall(chunk.content)),
            headings=frozenset(
                match[1] for one in chunk.heading_path if (match := _HEADING.fullmatch(one))
            ),
            owners=frozenset(one.parts[-2] for one in named if len(one.parts) > 1),
            languages=languages,
            known_modules=known_modules,
        )
        found.append(NamedChunk(chunk, named, context))
    return found


def _as_setting(named: NamedCode, settings: frozenset[str]) -> NamedCode:
    """A name that the document describes as a setting means that, wherever it stands there."""
    is_lone = len(named.parts) == 1 and not named.role
    return replace(named, role="setting") if is_lone and named.name in settings else named


def _fence_at(fences: Sequence[Fence], line: int) -> Fence:
    return fences[line - 1] if line <= len(fences) else OUTSIDE


def _fits(named: NamedCode) -> bool:
    return bool(named.text == storable(named.text) and len(named.text) <= 300)
