"""The manifest of an exported collection: which file is which document.

It holds what a file name cannot: keys that no file system likes, and titles that were given with
an upload. Being a dotfile at the root, it also keeps the reader of archives from taking a folder
that holds everything for a wrapper.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MANIFEST_NAME = ".pressmark.json"
MANIFEST_FORMAT = "pressmark-collection/1"


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """A document of an export: the file it is in, its key, and its given title if it has one."""

    path: str
    source_key: str
    title: str | None


Manifest = Mapping[str, ManifestEntry]
NO_MANIFEST: Manifest = {}


def write_manifest(*, name: str, description: str, entries: list[ManifestEntry]) -> bytes:
    """The manifest's bytes; the same for the same collection."""
    documents: list[dict[str, Any]] = []
    for entry in entries:
        document: dict[str, Any] = {"path": entry.path, "source_key": entry.source_key}
        if entry.title:
            document["title"] = entry.title
        documents.append(document)
    whole = {
        "format": MANIFEST_FORMAT,
        "name": name,
        "description": description,
        "documents": documents,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def read_manifest(data: bytes) -> Manifest:
    """The entries by path; nothing at all when this is no manifest of ours."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return NO_MANIFEST
    if not isinstance(whole, dict) or whole.get("format") != MANIFEST_FORMAT:
        return NO_MANIFEST
    documents = whole.get("documents")
    read = [read_entry(value) for value in documents] if isinstance(documents, list) else []
    return {entry.path: entry for entry in read if entry is not None}


def read_entry(value: object) -> ManifestEntry | None:
    """One entry, or None when it is not shaped like one."""
    if not isinstance(value, dict):
        return None
    path, source_key, title = (value.get(name) for name in ("path", "source_key", "title"))
    if not (isinstance(path, str) and isinstance(source_key, str)):
        return None
    return ManifestEntry(path, source_key, title if isinstance(title, str) else None)
