"""The documents of one pack: fetched and read when a part of them is first looked at."""

from collections.abc import Sequence
from functools import cached_property
from uuid import UUID

from apps.collections.models import Document
from apps.documents.building import parsed_name
from apps.documents.discovery.kinds import suffix_of
from apps.documents.models import DocumentKind, RepoDocument
from apps.retrieval.indexing import AnyChunk
from apps.text.excerpts import excerpt
from apps.text.parse import parse_blocks
from apps.text.pieces import Piece, pieces_introduced
from apps.text.source_file import parse_source_file
from apps.text.structure import ParsedDocument
from apps.text.symbols.languages.registry import language_of

# Headings of entries have level 2.
ENTRY_LEVEL = 2
# Of longer documents only the chunk itself is read.
LONGEST_PARSED = 400_000
# Texts are fetched for so many documents at once: those that are likely to be looked at next.
BATCH = 8


class Texts:
    """Fetches and reads each document at most once."""

    def __init__(self) -> None:
        self._expected: dict[UUID, AnyChunk] = {}
        self._contents: dict[UUID, str] = {}
        self._parsed: dict[UUID, ParsedDocument] = {}

    def expect(self, chunks: Sequence[AnyChunk]) -> None:
        """Name the chunks that may be looked at, the likeliest first."""
        self._expected = {one.document_id: one for one in chunks}

    def content_of(self, chunk: AnyChunk) -> str:
        """The text of a chunk's document."""
        pk = chunk.document_id
        if pk not in self._contents:
            self._expected.pop(pk, None)
            following = [self._expected.pop(one) for one in list(self._expected)[: BATCH - 1]]
            self._fetch([chunk, *following])
        return self._contents[pk]

    def parsed_of(self, chunk: AnyChunk) -> ParsedDocument:
        """The structure of a chunk's document."""
        pk = chunk.document_id
        if pk not in self._parsed:
            self._parsed[pk] = read(chunk, self.content_of(chunk))
        return self._parsed[pk]

    def _fetch(self, chunks: Sequence[AnyChunk]) -> None:
        for model in (Document, RepoDocument):
            ids = [one.document_id for one in chunks if isinstance(one.document, model)]
            if ids:
                rows = model._default_manager.filter(pk__in=ids)  # noqa: SLF001
                self._contents.update(rows.values_list("pk", "content"))


def name_of(chunk: AnyChunk) -> str:
    """The key or path of a chunk's document."""
    document = chunk.document
    return document.source_key if isinstance(document, Document) else document.path


def read(chunk: AnyChunk, text: str) -> ParsedDocument:
    """The blocks of a text in the format of a chunk's document."""
    document = chunk.document
    if isinstance(document, Document):
        return parse_blocks(text, name=document.source_key)
    if document.kind == DocumentKind.REPO_DOC:
        return parse_blocks(text, name=parsed_name(document.path))
    suffix = suffix_of(document.path).removeprefix(".")
    language = language_of(document.path) or (suffix if suffix.isalnum() else "text")
    return parse_source_file(text, language)


class ChunkBody:
    """The blocks that a chunk holds, whole where the chunk has only a part of one."""

    is_partial = False

    def __init__(self, chunk: AnyChunk, texts: Texts) -> None:
        self.chunk = chunk
        self._texts = texts
        self.size = len(chunk.content)

    @cached_property
    def _stands_alone(self) -> bool:
        return len(self._texts.content_of(self.chunk)) > LONGEST_PARSED

    @property
    def offset(self) -> int:
        """What to add to the lines of the pieces."""
        return self.chunk.start_line - 1 if self._stands_alone else 0

    @cached_property
    def _parsed(self) -> ParsedDocument:
        if self._stands_alone:
            return read(self.chunk, self.chunk.content)
        return self._texts.parsed_of(self.chunk)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces, in order."""
        first, last = self.chunk.start_line - self.offset, self.chunk.end_line - self.offset
        return tuple(pieces_introduced(self._parsed, first, last))

    def render(self, pieces: Sequence[Piece]) -> str:
        """The blocks with their headings demoted."""
        return excerpt(self._parsed, pieces, below=ENTRY_LEVEL)
