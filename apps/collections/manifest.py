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
    """A file of an export: its path there, its key, and a document's given title if it has one."""

    path: str
    source_key: str
    title: str | None = None


Manifest = Mapping[str, ManifestEntry]
NO_MANIFEST: Manifest = {}


def write_manifest(
    *, name: str, description: str, entries: list[ManifestEntry], attachments: list[ManifestEntry]
) -> bytes:
    """The manifest's bytes; the same for the same collection."""
    whole: dict[str, Any] = {
        "format": MANIFEST_FORMAT,
        "name": name,
        "description": description,
        "documents": [written(entry) for entry in entries],
    }
    if attachments:
        whole["attachments"] = [written(entry) for entry in attachments]
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def written(entry: ManifestEntry) -> dict[str, str]:
    """One entry as JSON."""
    values = {"path": entry.path, "source_key": entry.source_key}
    return {**values, "title": entry.title} if entry.title else values


def read_manifest(data: bytes) -> Manifest:
    """The entries by path; nothing at all when this is no manifest of ours."""
    try:
        whole = json.loads(data)
    except (ValueError, RecursionError):
        return NO_MANIFEST
    if not isinstance(whole, dict) or whole.get("format") != MANIFEST_FORMAT:
        return NO_MANIFEST
    lists = [whole.get(name) for name in ("documents", "attachments")]
    read = [read_entry(value) for some in lists if isinstance(some, list) for value in some]
    return {entry.path: entry for entry in read if entry is not None}


def read_entry(value: object) -> ManifestEntry | None:
    """One entry, or None when it is not shaped like one."""
    if not isinstance(value, dict):
        return None
    path, source_key, title = (value.get(name) for name in ("path", "source_key", "title"))
    if not (isinstance(path, str) and isinstance(source_key, str)):
        return None
    return ManifestEntry(path, source_key, title if isinstance(title, str) else None)
