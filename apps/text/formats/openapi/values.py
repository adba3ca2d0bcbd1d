"""The values of an API description, aliases shared and references followed inside of it."""

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import yaml

from apps.text.formats.openapi.entries import ApiError

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DEEPEST = 200
_MOST_STEPS = 16
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?\Z")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}
_LONGEST_EXAMPLE = 6000


class ApiValues:
    """The whole description as plain values: mappings have text keys, dates stay text."""

    def __init__(self, source: str) -> None:
        """Read a description. Raises ApiError."""
        root = _load(source.lstrip("\ufeff"))
        if not isinstance(root, dict):
            raise ApiError("The description is not a mapping.")
        self.root: dict[str, Any] = root

    def at(self, *keys: str) -> Any:
        """Return the value that keys lead to, references followed, or None."""
        value: Any = self.root
        for key in keys:
            value = self.followed(value).get(key) if isinstance(value, dict) else None
        return value

    def followed(self, value: Any) -> dict[str, Any]:
        """Return a mapping, or the one that its `$ref` leads to; nothing where that is none.

        References to other documents are not followed: they stay as they are.
        """
        for _ in range(_MOST_STEPS):
            if not isinstance(value, dict):
                return {}
            reference = value.get("$ref")
            if not isinstance(reference, str) or not reference.startswith("#/"):
                return value
            value = self._pointed(reference)
        return {}

    def _pointed(self, reference: str) -> Any:
        """Return what a JSON pointer (RFC 6901) in a fragment leads to, or None."""
        value: Any = self.root
        for step in reference[2:].split("/")[:_MOST_STEPS]:
            key = unquote(step).replace("~1", "/").replace("~0", "~")
            if isinstance(value, list) and key.isascii() and key.isdigit():
                value = value[int(key)] if int(key[:9]) < len(value) else None
            else:
                value = value.get(key) if isinstance(value, dict) else None
        return value


def remote_reference(value: Mapping[str, Any]) -> str:
    """Return the address of the other document that a mapping stands for, or nothing."""
    reference = value.get("$ref")
    is_remote = isinstance(reference, str) and not reference.startswith("#")
    return str(reference) if is_remote else ""


def mappings(value: Any) -> list[dict[str, Any]]:
    """Return the mappings in a list; none where there is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def items_of(value: Any) -> list[tuple[str, Any]]:
    """Return the entries of a mapping; none where there is no mapping."""
    return list(value.items()) if isinstance(value, Mapping) else []


def text_of(value: Any) -> str:
    """Return a scalar as text; a list, a mapping and nothing are empty."""
    if value is None or isinstance(value, dict | list):
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def as_json(value: Any) -> str:
    """Return a value as readable JSON, cut where it gets long or deep."""
    budget = [_LONGEST_EXAMPLE // 4]
    return json.dumps(_cut(value, 0, budget), ensure_ascii=False, indent=2)[:_LONGEST_EXAMPLE]


def _cut(value: Any, depth: int, budget: list[int]) -> Any:
    budget[0] -= 1
    if budget[0] < 0 or (depth > 12 and isinstance(value, dict | list)):
        return "\u2026"
    if isinstance(value, dict):
        return {
            key: _cut(inner, depth + 1, budget) for key, inner in value.items() if budget[0] > 0
        }
    if isinstance(value, list):
        return [_cut(inner, depth + 1, budget) for inner in value if budget[0] > 0]
    return value


def _load(source: str) -> Any:
    if source.lstrip().startswith("{"):
        try:
            return json.loads(source, strict=False)
        except (ValueError, RecursionError):
            pass
    try:
        return _Builder().build(yaml.parse(source, Loader=_LOADER))
    except yaml.YAMLError as error:
        raise ApiError("The YAML is not valid.") from error


class _Builder:
    """Turns parse events into values without recursion; an alias is the same value again."""

    def __init__(self) -> None:
        self._anchors: dict[str, Any] = {}
        self._root: list[Any] = []
        self._open: list[tuple[Any, list[str]]] = []

    def build(self, events: Any) -> Any:
        for event in events:
            match event:
                case yaml.ScalarEvent():
                    self._add(_scalar(event), event.anchor)
                case yaml.AliasEvent():
                    self._add(self._anchors.get(event.anchor or ""), None)
                case yaml.MappingStartEvent():
                    self._begin({}, event.anchor)
                case yaml.SequenceStartEvent():
                    self._begin([], event.anchor)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    self._open.pop()
                case yaml.DocumentEndEvent():
                    break
        return self._root[0] if self._root else None

    def _begin(self, value: Any, anchor: str | None) -> None:
        if len(self._open) >= _DEEPEST:
            raise ApiError(f"The YAML is nested deeper than {_DEEPEST} levels.")
        self._add(value, anchor)
        self._open.append((value, []))

    def _add(self, value: Any, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = value
        if not self._open:
            self._root.append(value)
            return
        holder, keys = self._open[-1]
        if isinstance(holder, list):
            holder.append(value)
        elif keys:
            holder[keys.pop()] = value
        else:
            keys.append(text_of(value) or "null")


def _scalar(event: yaml.ScalarEvent) -> Any:
    text: str = event.value
    if event.style or event.tag:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.match(text) and text != "-0":
        return (
            float(text) if "." in text and float(text) % 1 else text if "." in text else int(text)
        )
    return text
