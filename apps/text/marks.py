"""Marks: the stable, citable addresses of what Pressmark keeps.

Forms: `repo:HOST/OWNER/NAME[/PATH[::SLUGS#LEVEL]]`, `collection:NAME[/SOURCE_KEY[#ANCHOR]]`,
`chunk:UUID`, `symbol:HOST/OWNER/NAME/QUALIFIED.NAME`. Parts are percent-encoded (RFC 3986,
UTF-8); `/` stays readable in paths, source keys and slugs, and is encoded in names.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes
from uuid import UUID

from apps.text.errors import TextError

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)
_LEVEL = re.compile(r"[0-9]{1,2}")


class MarkError(TextError):
    """The text is no mark, or a part of it cannot stand in one."""

    code = "mark"


@dataclass(frozen=True, slots=True)
class Mark:
    """An address; one of the four classes below. `str(mark)` is its canonical text."""


@dataclass(frozen=True, slots=True)
class RepoMark(Mark):
    """A repository, one of its documents (`path`) or a section of it (`slugs` and `level`)."""

    host: str
    owner: str
    name: str
    path: str | None = None
    slugs: str | None = None
    level: int | None = None

    def __post_init__(self) -> None:
        _check_parts(self.host, self.owner, self.name, self.path, self.slugs)
        if (self.slugs is None) != (self.level is None):
            raise MarkError("A section's mark needs both its slugs and its level.")
        if self.level is not None and not 0 <= self.level <= 99:
            raise MarkError("The level of a section is a number from 0 to 99.")
        if self.slugs is not None and self.path is None:
            raise MarkError("A section's mark needs the path of its document.")

    @property
    def section_id(self) -> str | None:
        """The id of the section inside its repository (`path::slugs#level`), if there is one."""
        return None if self.slugs is None else f"{self.path}::{self.slugs}#{self.level}"

    def __str__(self) -> str:
        text = f"repo:{_repository(self.host, self.owner, self.name)}"
        if self.path is not None:
            text += "/" + quote(self.path)
        if self.slugs is not None:
            text += f"::{quote(self.slugs)}#{self.level}"
        return text


@dataclass(frozen=True, slots=True)
class CollectionMark(Mark):
    """A collection, one of its documents (`source_key`) or a place in it (`anchor`)."""

    name: str
    source_key: str | None = None
    anchor: str | None = None

    def __post_init__(self) -> None:
        _check_parts(self.name, self.source_key, self.anchor)
        if self.anchor is not None and self.source_key is None:
            raise MarkError("An anchor needs the source key of its document.")

    def __str__(self) -> str:
        text = f"collection:{quote(self.name, safe='')}"
        if self.source_key is not None:
            text += "/" + quote(self.source_key)
        if self.anchor is not None:
            text += "#" + quote(self.anchor, safe="")
        return text


@dataclass(frozen=True, slots=True)
class ChunkMark(Mark):
    """A chunk of either corpus."""

    id: UUID

    def __str__(self) -> str:
        return f"chunk:{self.id}"


@dataclass(frozen=True, slots=True)
class SymbolMark(Mark):
    """A code symbol of a repository."""

    host: str
    owner: str
    name: str
    qualified_name: str

    def __post_init__(self) -> None:
        _check_parts(self.host, self.owner, self.name, self.qualified_name)

    def __str__(self) -> str:
        repository = _repository(self.host, self.owner, self.name)
        return f"symbol:{repository}/{quote(self.qualified_name, safe='/:')}"


def parse_mark(text: str) -> Mark:
    """Return the mark that `text` spells; unencoded letters and spaces are accepted too.

    Raises MarkError, with a message for the person who typed it.
    """
    scheme, colon, rest = text.strip().partition(":")
    parser = _PARSERS.get(scheme.lower())
    if not colon or parser is None:
        raise MarkError("A mark starts with repo:, collection:, chunk: or symbol:.")
    return parser(rest)


def _parse_repo(rest: str) -> RepoMark:
    host, owner, name, tail = _split_repository(rest)
    if tail is None:
        return RepoMark(host, owner, name)
    path, separator, section = tail.partition("::")
    if not separator:
        return RepoMark(host, owner, name, _decode(path))
    slugs, _, level = section.rpartition("#")
    if not _LEVEL.fullmatch(level):
        raise MarkError("A section's mark ends with # and its level, as in …::install#2.")
    return RepoMark(host, owner, name, _decode(path), _decode(slugs), int(level))


def _parse_collection(rest: str) -> CollectionMark:
    name, slash, tail = rest.partition("/")
    if not slash:
        return CollectionMark(_decode(name))
    key, hash_sign, anchor = tail.partition("#")
    return CollectionMark(_decode(name), _decode(key), _decode(anchor) if hash_sign else None)


def _parse_chunk(rest: str) -> ChunkMark:
    if not _UUID.fullmatch(rest):
        raise MarkError("A chunk's mark is chunk: and a UUID.")
    return ChunkMark(UUID(rest))


def _parse_symbol(rest: str) -> SymbolMark:
    host, owner, name, tail = _split_repository(rest)
    if tail is None:
        raise MarkError("A symbol's mark is symbol:HOST/OWNER/NAME/QUALIFIED.NAME.")
    return SymbolMark(host, owner, name, _decode(tail))


def _split_repository(rest: str) -> tuple[str, str, str, str | None]:
    """Return host, owner and name, decoded, and what follows them, still encoded."""
    parts = rest.split("/", 3)
    if len(parts) < 3:
        raise MarkError("A repository is named HOST/OWNER/NAME.")
    host, owner, name = (_decode(part) for part in parts[:3])
    return host, owner, name, parts[3] if len(parts) == 4 else None


def _repository(host: str, owner: str, name: str) -> str:
    return "/".join(quote(part, safe="") for part in (host, owner, name))


def _decode(part: str) -> str:
    try:
        return unquote_to_bytes(part).decode("utf-8")
    except UnicodeError:
        raise MarkError("A mark is percent-encoded UTF-8.") from None


def _check_parts(*parts: str | None) -> None:
    """Refuse what no name, path or key can hold, so that lookups never see it."""
    for part in parts:
        if part is None:
            continue
        if not part:
            raise MarkError("A part of the mark is empty.")
        if "\0" in part or any("\ud800" <= character <= "\udfff" for character in part):
            raise MarkError("A mark cannot contain NUL or half a surrogate pair.")


_PARSERS: dict[str, Callable[[str], Mark]] = {
    "repo": _parse_repo,
    "collection": _parse_collection,
    "chunk": _parse_chunk,
    "symbol": _parse_symbol,
}
