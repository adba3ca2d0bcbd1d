"""The costly half of an ingest: parse and chunk, still without touching the database."""

from dataclasses import dataclass

from django.conf import settings

from apps.collections.checking import CheckedDocument, unreadable
from apps.text.chunk import ChunkLimits, ChunkReport, chunk_document, fingerprint
from apps.text.errors import TextError
from apps.text.parse import parse_document
from apps.text.structure import ParsedDocument


@dataclass(frozen=True, slots=True)
class BuiltDocument:
    """A checked document with its structure and its chunks."""

    checked: CheckedDocument
    parsed: ParsedDocument
    report: ChunkReport
    fingerprint: str


def chunk_limits() -> ChunkLimits:
    """The chunker's parameters from the settings."""
    chunking = settings.PRESSMARK.chunking
    return ChunkLimits(
        max_chars=chunking.max_chars,
        min_chars=chunking.min_chars,
        max_chunks=chunking.max_chunks,
    )


def current_fingerprint() -> str:
    """What parser, chunker and parameters a document built now is marked with."""
    return fingerprint(chunk_limits())


def build_document(checked: CheckedDocument) -> BuiltDocument:
    """Parse and chunk. Raises `UnreadableTextError` when the parser refuses the text."""
    try:
        parsed = parse_document(checked.text, name=checked.source_key)
        report = chunk_document(parsed, chunk_limits())
    except TextError as error:
        raise unreadable(error.message) from None
    return BuiltDocument(checked, parsed, report, current_fingerprint())
