"""Read small YAML documents into plain values, keeping scalars as they were written.

PyYAML's parser gives the events; no tag is ever constructed. `true`, `false`, `null` and whole
numbers in their shortest form become values, every other scalar stays text: dates, `12:30`, `no`,
`1.10`, `007`. Depth, size and aliases are capped, so that a bomb is an error, not a load.
"""

import re
from collections.abc import Iterable
from typing import Any

import yaml

MAX_DEPTH = 32
MAX_NODES = 10_000
MAX_ALIASES = 100

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_WHOLE_NUMBER = re.compile(r"(?:0|-?[1-9][0-9]{0,14})\Z")
_SIMPLE_LINE = (
    r"([A-Za-z_][A-Za-z0-9_-]{0,99}+):(?: ++(?:"
    r"""'([ -&(-~]++)'|"([ !#-\[\]-~]++)"|([A-Za-z0-9/][ !"$-9;-~]*+)"""
    r"))? *+\r?\n"
)
_SIMPLE = re.compile(rf"(?:{_SIMPLE_LINE})+")
_SIMPLE_LINES = re.compile(_SIMPLE_LINE)
_LONGEST_SIMPLE = 4096
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


class YamlError(ValueError):
    """The YAML cannot be read; the text is one sentence for a person."""


def load_yaml(raw: str, *, first_line: int = 1) -> Any:
    """Return the value of the first YAML document in `raw`; None when there is none.

    `first_line` is the number in the file of the first line of `raw`, for messages.
    Raises YamlError.
    """
    if len(raw) <= _LONGEST_SIMPLE and _SIMPLE.fullmatch(raw):
        return _simple_values(raw)
    try:
        return _Builder().build(yaml.parse(raw, Loader=_LOADER))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f" (line {first_line + mark.line})" if mark else ""
        raise YamlError(
            f"The YAML is not valid: {error.problem or error.context}{where}."
        ) from error
    except yaml.YAMLError as error:
        raise YamlError(f"The YAML is not valid: {' '.join(str(error).split())}.") from error


def _simple_values(raw: str) -> dict[str, Any]:
    """Read lines of `key: value`, plain or in quotes without escapes, as the parser would.

    Most front matter is no more than that, and PyYAML takes ten times as long to say the same.
    """
    return {
        key: single or double or _plain(plain.rstrip(" "))
        for key, single, double, plain in _SIMPLE_LINES.findall(raw)
    }


class _Builder:
    """Turns parse events into values without recursion."""

    def __init__(self) -> None:
        self._nodes = 0
        self._aliases = 0
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._root: list[Any] = []
        self._open: list[tuple[list[Any], yaml.CollectionStartEvent, int]] = []

    def build(self, events: Iterable[yaml.Event]) -> Any:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._count(1)
                    self._add(_scalar(event), event.anchor, 1)
                case yaml.AliasEvent():
                    self._add_alias(event)
                case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                    self._count(1)
                    if len(self._open) >= MAX_DEPTH:
                        raise YamlError(f"The YAML is nested deeper than {MAX_DEPTH} levels.")
                    self._open.append(([], event, self._nodes))
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._close()
                case yaml.DocumentEndEvent():
                    break
        return self._root[0] if self._root else None

    def _count(self, nodes: int) -> None:
        self._nodes += nodes
        if self._nodes > MAX_NODES:
            raise YamlError(f"The YAML holds more than {MAX_NODES} values.")

    def _add(self, value: Any, anchor: str | None, size: int) -> None:
        if anchor is not None:
            self._anchors[anchor] = (value, size)
        (self._open[-1][0] if self._open else self._root).append(value)

    def _add_alias(self, event: yaml.AliasEvent) -> None:
        self._aliases += 1
        if self._aliases > MAX_ALIASES:
            raise YamlError(f"The YAML uses more than {MAX_ALIASES} aliases.")
        if event.anchor not in self._anchors:
            raise YamlError(f"The YAML uses the alias *{event.anchor}, which is not defined.")
        value, size = self._anchors[event.anchor]
        self._count(size)
        self._add(value, None, size)

    def _close(self) -> None:
        children, event, counted = self._open.pop()
        size = self._nodes - counted + 1
        if isinstance(event, yaml.SequenceStartEvent):
            self._add(children, event.anchor, size)
            return
        keys, values = children[::2], children[1::2]
        if any(isinstance(key, dict | list) for key in keys):
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise YamlError(f"The YAML uses a list or mapping as a key (line {line} of the block).")
        self._add(dict(zip(map(text_of, keys), values, strict=True)), event.anchor, size)


def _scalar(event: yaml.ScalarEvent) -> Any:
    if event.style or event.tag:
        return event.value
    return _plain(event.value)


def _plain(text: str) -> Any:
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.match(text) else text


def text_of(value: Any) -> str:
    """Return a plain value as YAML would write it: `true`, `2024`, the text itself."""
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
