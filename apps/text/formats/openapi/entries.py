"""Where the entries of an API description stand: its mappings down to the fourth level."""

import re
from json import JSONDecodeError, JSONDecoder
from typing import Any, NamedTuple

import yaml

LEVELS = 4
"""`paths`, a path, a method, a field of the operation."""

_FIELDS = frozenset({"summary", "operationId", "tags"})
"""What is kept of the last level; of a list of tags, the first."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STARTS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)
_BLANK = re.compile(r"[ \t\r\n]*")
_COLON = re.compile(r"[ \t\r\n]*:[ \t\r\n]*")
_DECODER = JSONDecoder(strict=False)


class ApiError(ValueError):
    """The description cannot be read; the text is one sentence for a person."""


class Entry(NamedTuple):
    """One entry: the keys that lead to it, where its key and its value stand (in characters).

    `text` is the value if it is a scalar, that of `tags` its first, else None.
    """

    path: tuple[str, ...]
    start: int
    key_end: int
    end: int
    text: str | None


def entries_of(source: str) -> list[Entry]:
    """Return the entries of a description in the order of their keys. Raises ApiError."""
    lead = len(source) - len(source.lstrip("\ufeff \t\r\n"))
    if source.startswith("{", lead):
        try:
            found = _JsonEntries(source).read(lead)
        except (JSONDecodeError, RecursionError, IndexError, ValueError):
            found = _yaml_entries(source)
    else:
        found = _yaml_entries(source)
    return sorted(found, key=lambda entry: entry.start)


class _JsonEntries:
    """Walks the upper levels of a JSON object; what is below is read over at once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._found: list[Entry] = []

    def read(self, at: int) -> list[Entry]:
        self._object(at, ())
        return self._found

    def _object(self, at: int, path: tuple[str, ...]) -> int:
        at = self._skip(at + 1)
        while self._source[at] != "}":
            if self._source[at] != '"':
                raise JSONDecodeError("a key was expected", self._source, at)
            key, key_end = _DECODER.raw_decode(self._source, at)
            colon = _COLON.match(self._source, key_end)
            if colon is None:
                raise JSONDecodeError("a colon was expected", self._source, key_end)
            end, text = self._value(colon.end(), (*path, key))
            if len(path) + 1 < LEVELS or key in _FIELDS:
                own_end = self._source.index(":", key_end) + 1
                self._found.append(Entry((*path, key), at, own_end, end, text))
            at = self._skip(end)
            if self._source[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _value(self, at: int, path: tuple[str, ...]) -> tuple[int, str | None]:
        if self._source[at] == "{" and len(path) < LEVELS:
            return self._object(at, path), None
        value, end = _DECODER.raw_decode(self._source, at)
        if len(path) == LEVELS and path[-1] == "tags" and isinstance(value, list):
            value = value[0] if value else None
        return end, value if isinstance(value, str) else None

    def _skip(self, at: int) -> int:
        found = _BLANK.match(self._source, at)
        return found.end() if found else at


def _yaml_entries(source: str) -> list[Entry]:
    shift = int(source.startswith("\ufeff"))
    reader = _YamlEntries(shift)
    try:
        reader.read(yaml.parse(source[shift:], Loader=_LOADER))
    except yaml.YAMLError as error:
        raise ApiError(_told(error)) from error
    return reader.found


def _told(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        problem = error.problem or error.context or "it is damaged"
        return f"The YAML is not valid: {problem} (line {error.problem_mark.line + 1})."
    return f"The YAML is not valid: {' '.join(str(error).split())}."


class _Open:
    """A mapping that is being read: the key whose value comes next, if any."""

    __slots__ = ("key", "path")

    def __init__(self, path: tuple[str, ...]) -> None:
        self.path = path
        self.key: Any = None


class _YamlEntries:
    """Reads parse events; everything below the upper levels is only counted in and out."""

    def __init__(self, shift: int) -> None:
        self.found: list[Entry] = []
        self._shift = shift
        self._open: list[_Open] = []
        self._keyless = False
        # The first of the tags that are being read; None when it is no list of tags.
        self._tag: str | None = None

    def read(self, events: Any) -> None:  # noqa: C901 - one event after another, millions of them
        skipped = 0
        for event in events:
            kind = event.__class__
            if skipped:
                if kind in _STARTS:
                    skipped += 1
                elif kind in _ENDS:
                    skipped -= 1
                    if not skipped:
                        self._end_value(event.end_mark.index, self._tag or None)
                        self._tag = None
                elif self._tag == "" and skipped == 1 and kind is yaml.ScalarEvent:
                    self._tag = event.value
            elif kind is yaml.ScalarEvent:
                self._scalar(event)
            elif kind in _STARTS:
                skipped = self._start(kind)
            elif kind is yaml.MappingEndEvent:
                self._open.pop()
                self._end_value(event.end_mark.index, None)
            elif kind is yaml.AliasEvent:
                self._end_value(event.end_mark.index, None)
            elif kind is yaml.DocumentEndEvent:
                return

    def _start(self, kind: type[yaml.Event]) -> int:
        """Go into a mapping of the upper levels; return 1 to read over anything else."""
        is_root = not self._open
        if kind is not yaml.MappingStartEvent or len(self._open) >= LEVELS:
            is_list = kind is yaml.SequenceStartEvent and len(self._open) == LEVELS
            key = self._open[-1].key if is_list else None
            self._tag = "" if key is not None and key.value == "tags" else None
            return 1
        if is_root:
            self._open.append(_Open(()))
            return 0
        top = self._open[-1]
        if top.key is None:
            return 1
        self._open.append(_Open((*top.path, top.key.value)))
        return 0

    def _scalar(self, event: Any) -> None:
        if self._open and self._open[-1].key is None and not self._keyless:
            self._open[-1].key = event
        else:
            self._end_value(event.end_mark.index, event.value)

    def _end_value(self, end: int, text: str | None) -> None:
        if not self._open:
            return
        top = self._open[-1]
        if top.key is None:
            # What ended was a key that is no scalar, or its value: neither is kept.
            self._keyless = not self._keyless
            return
        if len(top.path) + 1 < LEVELS or top.key.value in _FIELDS:
            start, key_end = top.key.start_mark.index, top.key.end_mark.index
            moved = start + self._shift, key_end + self._shift + 1, end + self._shift
            self.found.append(Entry((*top.path, top.key.value), *moved, text))
        top.key = None
