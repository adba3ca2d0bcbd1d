"""Slugs of pages: readable, unique in a repository, and never taken from another page."""

import re
import unicodedata
import uuid
from pathlib import PurePosixPath

LONGEST = 80
NOTHING = "page"
_DOC_FOLDERS = frozenset({"docs", "doc", "documentation", "pages"})
_DROPPED = frozenset(
    {
        *(".md", ".mdx", ".markdown", ".rst", ".txt"),
        *(".cheatmd", ".adoc", ".asciidoc", ".rdoc", ".org", ".html", ".htm"),
    }
)
_RUN = re.compile(r"[^\w]+|_+")


def slug_of_path(path: str) -> str:
    """The slug that a path asks for: ``docs/guides/setup.md`` → ``guides-setup``.

    One leading folder of documentation and the suffix are dropped, letters and digits of any
    script kept, everything else becomes hyphens, 80 characters at most; never empty.
    """
    first, slash, rest = path.partition("/")
    inner = rest if slash and first.lower() in _DOC_FOLDERS else path
    suffix = PurePosixPath(inner).suffix
    if suffix.lower() in _DROPPED:
        inner = inner[: -len(suffix)]
    text = unicodedata.normalize("NFC", inner).lower()
    return _RUN.sub("-", text).strip("-")[:LONGEST].strip("-") or NOTHING


class SlugRegister:
    """The slugs of one repository's pages."""

    def __init__(self, taken: dict[str, uuid.UUID]) -> None:
        self._taken = taken

    def take(self, path: str, document_id: uuid.UUID) -> str:
        """The slug for a page: the one its path asks for, with a suffix if another page has it."""
        base = slug = slug_of_path(path)
        length = 4
        while self._taken.get(slug, document_id) != document_id:
            # The end of an id: rising ids begin alike.
            slug = f"{base}-{document_id.hex[-length:]}"
            length += 4
        self._taken[slug] = document_id
        return slug
