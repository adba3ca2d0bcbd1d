"""Schemas of an API description as Markdown: a table of properties, types in words."""

from collections.abc import Mapping
from typing import Any

from apps.text.formats.openapi.values import (
    ApiValues,
    as_json,
    items_of,
    mappings,
    remote_reference,
    text_of,
)

MOST_ROWS = 200
_DEEPEST = 6
_DEEPEST_TYPE = 3
_MOST_OPTIONS = 5
_MOST_VISITED = 300
"""Schemas that one table is gathered from: parts of parts multiply."""
_LIMITS = ("minimum", "maximum", "minLength", "maxLength", "pattern", "default", "format")


def plain(text: str) -> str:
    """Return text for a cell of a table: one line, no bars."""
    return " ".join(text.split()).replace("|", "\\|")


def code(text: str) -> str:
    """Return text as inline code, whatever signs it holds."""
    text = plain(text)
    return f"`` {text} ``" if "`" in text else f"`{text}`" if text else ""


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a Markdown table, empty without rows."""
    if not rows:
        return ""
    lines = [head, tuple("---" for _ in head), *rows[:MOST_ROWS]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


class SchemaWriter:
    """Writes schemas; `anchors` lead from a reference (`#/components/schemas/Pet`) to its place."""

    def __init__(self, api: ApiValues, anchors: Mapping[str, str]) -> None:
        self._api = api
        self._anchors = anchors

    def type_of(self, schema: Any, depth: int = 0) -> str:
        """Return the type of a schema in a few words of Markdown, named ones as links."""
        if not isinstance(schema, dict) or depth > _DEEPEST_TYPE:
            return ""
        reference = schema.get("$ref")
        if isinstance(reference, str):
            name = remote_reference(schema) or reference.rpartition("/")[2]
            anchor = self._anchors.get(reference)
            return f"[{plain(name)}](#{anchor})" if anchor else code(name)
        for key, word in (("oneOf", " or "), ("anyOf", " or "), ("allOf", " and ")):
            if options := mappings(schema.get(key)):
                types = [self.type_of(option, depth + 1) for option in options[:_MOST_OPTIONS]]
                return word.join(dict.fromkeys(found for found in types if found))
        kind = schema.get("type", "object" if "properties" in schema else "")
        names = [text_of(name) for name in kind] if isinstance(kind, list) else [text_of(kind)]
        told = " or ".join(code(name) for name in names if name)
        if "items" in schema:
            inner = self.type_of(schema["items"], depth + 1)
            return f"array of {inner}" if inner else "`array`"
        return told

    def described(self, schema: Any) -> str:
        """Return the Markdown of a whole schema: its description, properties and example."""
        own = self._api.followed(schema)
        parts = [text_of(own.get("description")).strip()]
        rows = self._rows(own, "", 0, set())
        if rows:
            parts.append(table(("Property", "Type", "Required", "Description"), rows))
        elif kind := self.type_of(own):
            parts.append(f"Type: {kind} {self.limits_of(own)}".rstrip())
        if "example" in own:
            parts.append(fenced(as_json(own["example"]), "json"))
        return "\n\n".join(part for part in parts if part)

    def limits_of(self, schema: Any) -> str:
        """Return the limits of a value in words: its enumeration, range, pattern, default."""
        own = self._api.followed(schema)
        told = []
        if isinstance(options := own.get("enum"), list):
            told.append("one of " + ", ".join(code(text_of(option)) for option in options[:50]))
        told += [f"{key}: {code(text_of(own[key]))}" for key in _LIMITS if text_of(own.get(key))]
        return "; ".join(told)

    def _rows(
        self, schema: dict[str, Any], lead: str, depth: int, seen: set[int]
    ) -> list[tuple[str, ...]]:
        if depth > _DEEPEST or id(schema) in seen or len(seen) >= _MOST_VISITED:
            return []
        seen.add(id(schema))
        required = schema.get("required")
        needed = set(map(text_of, required)) if isinstance(required, list) else set()
        rows: list[tuple[str, ...]] = []
        for part in mappings(schema.get("allOf"))[:20]:
            rows += self._rows(self._api.followed(part), lead, depth + 1, seen)
        for name, value in items_of(schema.get("properties")):
            if len(rows) > MOST_ROWS:
                break
            rows.append(self._row(f"{lead}{name}", value, is_needed=name in needed))
            if isinstance(value, dict) and "$ref" not in value:
                items = value.get("items")
                nested = items if isinstance(items, dict) and "$ref" not in items else value
                mark = "[]." if nested is items else "."
                rows += self._rows(nested, f"{lead}{name}{mark}", depth + 1, seen)
        return rows

    def _row(self, name: str, value: Any, *, is_needed: bool) -> tuple[str, ...]:
        own = value if isinstance(value, dict) else {}
        told = [
            plain(text_of(own.get("description"))),
            self.limits_of(own) if "$ref" not in own else "",
        ]
        words = ". ".join(part.rstrip(".") for part in told if part)
        return code(name), self.type_of(value), "yes" if is_needed else "", words


def fenced(text: str, language: str) -> str:
    """Return text as a fence that nothing in it can close."""
    longest = max((len(run) for run in _runs(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _runs(text: str) -> list[str]:
    kept = "".join(sign if sign == "`" else " " for sign in text)
    return kept.split()
