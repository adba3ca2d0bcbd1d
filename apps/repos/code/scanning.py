"""Reads the source files of a commit that changed, and finds their symbols."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from django.conf import settings

from apps.repos.git.blobs import BlobReader
from apps.repos.git.mirror import Mirror
from apps.repos.git.tree import EntryType, TreeEntry, list_tree
from apps.repos.models import CodeFile, Repository
from apps.text.symbols.find import find_symbols
from apps.text.symbols.grammar import SlowSourceError
from apps.text.symbols.languages.registry import LANGUAGES, language_of
from apps.text.symbols.skipping import skip_by_content, skip_by_path
from apps.text.symbols.symbol import Symbol

FINDER_VERSION = "1"


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A source file with its symbols, or with the reason why it has none."""

    path: str
    blob_id: str
    language: str
    symbols: tuple[Symbol, ...] = ()
    skipped: str = ""


@dataclass(frozen=True, slots=True)
class CodeScan:
    """What a tree holds against what is stored: files read anew, and paths that are gone."""

    tree_id: str
    fingerprint: str
    files: tuple[ScannedFile, ...]
    gone: tuple[str, ...]


def code_fingerprint() -> str:
    """What stored symbols depend on besides the bytes of the files."""
    parts = (FINDER_VERSION, most_symbols(), *sorted((t.name, t.query) for t in LANGUAGES.values()))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def most_symbols() -> int:
    """Symbols that are kept of one repository."""
    return settings.PRESSMARK.limits.repository_symbols


def scan_code(
    repository: Repository,
    mirror: Mirror,
    *,
    is_fresh: bool,
    on_progress: Callable[[int, int, str], None] = lambda *_: None,
) -> CodeScan:
    """Read the files of the indexed tree whose blob is not the stored one; all if ``is_fresh``.

    Nothing is written. Raises `MirrorMissingError` when the mirror is damaged.
    """
    stored = {} if is_fresh else _stored(repository)
    entries = {entry.path: entry for entry in _sources(list_tree(mirror.path, repository.tree_id))}
    kept = {path: row for path, row in stored.items() if path in entries}
    changed = [
        entry
        for path, entry in entries.items()
        if path not in kept or kept[path].blob_id != entry.blob_id
    ]
    read = {entry.path for entry in changed}
    room = most_symbols() - sum(r.symbol_count for path, r in kept.items() if path not in read)
    reader = _Reader(room, on_progress)
    with BlobReader(mirror.path) as blobs:
        files = tuple(reader.read(changed, blobs))
    known = set(_stored(repository)) if is_fresh else set(stored)
    gone = tuple(sorted(known - {str(path) for path in entries}))
    return CodeScan(repository.tree_id, code_fingerprint(), files, gone)


def _stored(repository: Repository) -> dict[str, CodeFile]:
    return {row.path: row for row in CodeFile.objects.filter(repository=repository)}


def _sources(entries: Iterable[TreeEntry]) -> Iterator[TreeEntry]:
    for entry in entries:
        if entry.path is not None and entry.type is EntryType.FILE and language_of(entry.path):
            yield entry


def _find(source: bytes, language: str, path: str) -> tuple[str, tuple[Symbol, ...]]:
    """The symbols of a file, or the reason why they cannot be had."""
    try:
        return "", tuple(find_symbols(source, language, path))
    except SlowSourceError:
        return "it takes too long to parse", ()


@dataclass(slots=True)
class _Reader:
    """Reads files until the repository has as many symbols as it may."""

    room: int
    on_progress: Callable[[int, int, str], None]

    def read(self, entries: list[TreeEntry], blobs: BlobReader) -> Iterator[ScannedFile]:
        for number, entry in enumerate(entries):
            path = str(entry.path)
            self.on_progress(number, len(entries), path)
            language = language_of(path) or ""
            reason = skip_by_path(path, entry.size)
            symbols: tuple[Symbol, ...] = ()
            if not reason:
                source = blobs.read(entry.blob_id)
                reason = skip_by_content(source)
                if not reason:
                    reason, symbols = _find(source, language, path)
            if len(symbols) > self.room:
                reason, symbols = "the repository has too many symbols", ()
            self.room -= len(symbols)
            yield ScannedFile(path, entry.blob_id, language, symbols, reason)
