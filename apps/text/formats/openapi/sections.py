"""Which entries of an API description open sections."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.text.formats.openapi.entries import Entry

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
_ROOMS = ("paths", "webhooks")
_MOST_BEGINNINGS = 2
_BLANK = re.compile(r"\s*")
_SILENT = frozenset({"openapi", "swagger", "info"})
_NAMES = {"paths": "Operations", "externalDocs": "External documentation"}


class ApiSection(NamedTuple):
    """One section: its level and title, the keys it stands for, and where its heading stands.

    A tag's keys are ``tags`` and its name, though it stands where its operations begin.
    """

    level: int
    title: str
    path: tuple[str, ...]
    start: int
    end: int


def api_sections(source: str, entries: Sequence[Entry]) -> list[ApiSection]:
    """Return the sections in the order of the file, the whole document first.

    A path's own line goes with its first operation, or with the tag that begins there. Offsets are
    characters.
    """
    found = sorted(_opened(source, entries), key=lambda section: section.start)
    start = len(source) - len(source.lstrip("\ufeff \t\r\n"))
    found = [_at_line_start(source, section) for section in found if section.start > start]
    line_end = source.find("\n", start)
    end = min(line_end if line_end >= 0 else len(source), found[0].start if found else len(source))
    texts = {entry.path: entry.text for entry in entries if entry.text is not None}
    title = " ".join((texts.get(("info", "title")) or "").split()) or "API"
    return [ApiSection(1, title, (), start, end), *found]


def _opened(source: str, entries: Sequence[Entry]) -> Iterator[ApiSection]:
    texts: dict[tuple[str, ...], str] = {
        entry.path: entry.text for entry in entries if entry.text and len(entry.path) == 4
    }
    operations = [entry for entry in entries if is_operation(entry.path)]
    busy = {entry.path[:2] for entry in operations}
    first: dict[tuple[str, ...], Entry] = {}
    for entry in operations:
        first.setdefault(entry.path[:2], entry)
    paths: dict[tuple[str, ...], Entry] = {e.path: e for e in entries if len(e.path) == 2}
    tags = path_tags(operations, texts)
    begins = _beginnings(tags, paths)
    for entry in entries:
        path = entry.path
        if is_operation(path):
            lead = paths.get(path[:2]) if first[path[:2]] is entry else None
            head = entry if lead is None or lead.start > entry.start else lead
            title = operation_title(path, texts)
            level = 4 if begins and tags[path[:2]] else 3
            if head is not lead or path[:2] not in begins:
                yield ApiSection(level, title, path, head.start, head.key_end)
                continue
            tag = tags[path[:2]]
            yield ApiSection(3, " ".join(tag.split()), ("tags", tag), head.start, head.key_end)
            blank = _BLANK.match(source, head.key_end)
            rest = blank.end() if blank else entry.start
            yield ApiSection(level, title, path, min(rest, entry.start), entry.key_end)
        elif len(path) == 1 and path[0] not in _SILENT:
            yield ApiSection(2, name_of(path[0]), path, entry.start, entry.key_end)
        elif len(path) == 2 and path[0] in _ROOMS and path not in busy:
            yield ApiSection(3, path[1], path, entry.start, entry.key_end)
        elif is_part(path):
            yield ApiSection(3, name_of(path[-1]), path, entry.start, entry.key_end)


def path_tags(
    operations: Sequence[Entry], texts: dict[tuple[str, ...], str]
) -> dict[tuple[str, ...], str]:
    """Return the tag of each path in the order of the file: its operations' first, or empty."""
    tags: dict[tuple[str, ...], str] = {}
    for entry in operations:
        told = texts.get((*entry.path, "tags"), "").strip()
        tags[entry.path[:2]] = tags.get(entry.path[:2]) or told
    return tags


def _beginnings(
    tags: dict[tuple[str, ...], str], paths: dict[tuple[str, ...], Entry]
) -> frozenset[tuple[str, ...]]:
    """The paths at which a tag's operations begin.

    None where the tags are scattered: where they would begin more than twice each, on average.
    """
    begins = []
    before = ("", "")
    for path, tag in tags.items():
        if tag and (path[0], tag) != before and path in paths:
            begins.append(path)
        before = (path[0], tag)
    is_scattered = len(begins) > _MOST_BEGINNINGS * len({*tags.values()} - {""})
    return frozenset() if is_scattered else frozenset(begins)


def is_operation(path: tuple[str, ...]) -> bool:
    """Tell whether keys lead to an operation."""
    return len(path) == 3 and path[0] in _ROOMS and path[2].lower() in METHODS


def is_part(path: tuple[str, ...]) -> bool:
    """Tell whether keys lead to a schema, or to another group of components."""
    if len(path) == 2:
        is_group = path[0] == "components" and path[1] != "schemas"
        return path[0] == "definitions" or is_group
    return len(path) == 3 and path[:2] == ("components", "schemas")


def operation_title(path: tuple[str, ...], texts: dict[tuple[str, ...], str]) -> str:
    """Return `METHOD /path — summary`; without a summary the operation's id takes its place."""
    title = f"{path[2].upper()} {path[1]}"
    told = texts.get((*path, "summary")) or texts.get((*path, "operationId")) or ""
    return f"{title} \u2014 {' '.join(told.split())}" if told.strip() else title


def name_of(key: str) -> str:
    """Return a key of the specification as a title."""
    if key in _NAMES:
        return _NAMES[key]
    return key[:1].upper() + key[1:] if key.isalpha() and key.islower() else key


def _at_line_start(source: str, section: ApiSection) -> ApiSection:
    """Move a start back over the indentation of its line, if nothing else precedes it."""
    lead = section.start
    while lead and source[lead - 1] in " \t":
        lead -= 1
    is_alone = not lead or source[lead - 1] in "\r\n"
    return section._replace(start=lead) if is_alone else section
