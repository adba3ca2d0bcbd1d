"""What a sync has to do: which files are new, changed, moved, gone, and which stay."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from apps.documents.discovery.files import FoundFile
from apps.repos.git.tree import Rename


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """What a plan needs to know of an indexed document."""

    id: uuid.UUID
    path: str
    slug: str
    title: str
    kind: str
    bucket: str
    blob_id: str
    fingerprint: str
    edited_at: datetime
    aliases: tuple[str, ...]
    labels: list[list[str]]


@dataclass(frozen=True, slots=True)
class Build:
    """A file to read; ``document`` is the one it replaces, by path or because it moved."""

    file: FoundFile
    document: StoredDocument | None = None
    similarity: float = 1.0

    @property
    def is_moved(self) -> bool:
        """Whether the document lay elsewhere before."""
        return self.document is not None and self.document.path != self.file.path


@dataclass(frozen=True, slots=True)
class Plan:
    """The work of a sync. ``relabelled`` documents keep text and chunks, not all of their facts."""

    builds: tuple[Build, ...]
    relabelled: tuple[tuple[StoredDocument, FoundFile], ...]
    unchanged: int
    removed: tuple[StoredDocument, ...]


def make_plan(
    found: Sequence[FoundFile],
    stored: Sequence[StoredDocument],
    *,
    fingerprint: str,
    renames: Mapping[str, Rename],
) -> Plan:
    """Compare what a tree holds with what is indexed.

    A file at a new path takes over the document of a vanished path with the same bytes, or of the
    one that git says it was renamed from (``renames`` by new path).
    """
    by_path = {document.path: document for document in stored}
    paths = {file.path for file in found}
    homeless = _Homeless(document for document in stored if document.path not in paths)
    builds: list[Build] = []
    relabelled: list[tuple[StoredDocument, FoundFile]] = []
    unchanged = 0
    arrivals: list[FoundFile] = []
    for file in found:
        document = by_path.get(file.path)
        if document is None:
            arrivals.append(file)
        elif is_current(document, file, fingerprint):
            unchanged += 1
            if (document.aliases, document.bucket) != (file.aliases, file.bucket):
                relabelled.append((document, file))
        else:
            builds.append(Build(file, document))
    builds += homeless.settle(arrivals, renames)
    builds.sort(key=lambda build: build.file.path)
    return Plan(tuple(builds), tuple(relabelled), unchanged, tuple(homeless.left()))


def is_current(document: StoredDocument, file: FoundFile, fingerprint: str) -> bool:
    """Whether a document needs no new reading."""
    return (document.blob_id, document.fingerprint, document.kind) == (
        file.blob_id,
        fingerprint,
        file.kind,
    )


class _Homeless:
    """Documents whose path is gone, each given to at most one new path."""

    def __init__(self, documents: Iterable[StoredDocument]) -> None:
        self._by_path = {document.path: document for document in documents}

    def settle(
        self, arrivals: Sequence[FoundFile], renames: Mapping[str, Rename]
    ) -> Iterable[Build]:
        """One build for each new path; equal bytes come before similar ones."""
        same: dict[str, list[StoredDocument]] = {}
        for document in self._by_path.values():
            same.setdefault(document.blob_id, []).append(document)
        late: list[FoundFile] = []
        for file in arrivals:
            candidates = same.get(file.blob_id)
            if candidates:
                yield Build(file, self._by_path.pop(candidates.pop(0).path))
            else:
                late.append(file)
        for file in late:
            rename = renames.get(file.path)
            before = self._by_path.pop(rename.old, None) if rename else None
            yield Build(file, before, rename.similarity if rename and before else 1.0)

    def left(self) -> Iterable[StoredDocument]:
        """The documents that nobody took over, by path."""
        return sorted(self._by_path.values(), key=lambda document: document.path)
