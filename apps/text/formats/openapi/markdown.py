"""An operation of an API in readable Markdown, for pages and for search."""

import re
from collections.abc import Mapping
from typing import Any

from apps.text.formats.openapi.schemas import SchemaWriter, code, fenced, plain, table
from apps.text.formats.openapi.values import (
    ApiValues,
    as_json,
    items_of,
    mappings,
    remote_reference,
    text_of,
)

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_MOST_PARTS = 50


def operation_markdown(
    api: ApiValues, path: tuple[str, ...], anchors: Mapping[str, str] | None = None
) -> str:
    """Return what an operation does: description, parameters, request body, responses, examples.

    Its title with the summary is not in it: a page has that as the heading.

    `path` are the keys that lead to it (`("paths", "/pets", "get")`). `anchors` gives the place on
    the page for references to schemas (`#/components/schemas/Pet`). References inside the document
    are followed once, those that run in a circle are cut; nothing is fetched.
    """
    writer = _OperationWriter(api, anchors or {})
    return writer.markdown(path)


def closed(text: str) -> str:
    """Return Markdown whose last fence is closed, so that it can stand before more text."""
    fence = ""
    for line in text.splitlines():
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            fence = found[1]
        elif found[1].startswith(fence) and not line[found.end() :].strip():
            fence = ""
    return f"{text}\n{fence}" if fence else text


class _OperationWriter:
    def __init__(self, api: ApiValues, anchors: Mapping[str, str]) -> None:
        self._api = api
        self._schemas = SchemaWriter(api, anchors)

    def markdown(self, path: tuple[str, ...]) -> str:
        own = self._api.followed(self._api.at(*path))
        shared = self._api.followed(self._api.at(*path[:-1]))
        parameters = self._parameters(shared, own)
        parts = [
            "**Deprecated.**" if text_of(own.get("deprecated")) == "true" else "",
            closed(text_of(own.get("description")).strip()),
            f"Tags: {plain(', '.join(map(text_of, tags)))}" if (tags := _list(own, "tags")) else "",
            f"Operation: {code(name)}" if (name := text_of(own.get("operationId"))) else "",
            _elsewhere(own),
            self._parameter_table([item for item in parameters if item.get("in") != "body"]),
            *(self._old_body(item) for item in parameters if item.get("in") == "body"),
            self._body(own.get("requestBody")),
            self._responses(own.get("responses")),
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def _parameters(self, *holders: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the parameters; those of the operation replace those of its path."""
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for holder in holders:
            for item in mappings(holder.get("parameters"))[:200]:
                own = self._api.followed(item)
                name = text_of(own.get("name")) or remote_reference(own)
                found[name, text_of(own.get("in"))] = own
        return [own for own in found.values() if own]

    def _parameter_table(self, parameters: list[dict[str, Any]]) -> str:
        rows: list[tuple[str, ...]] = []
        for own in parameters:
            name = text_of(own.get("name")) or remote_reference(own)
            schema = own.get("schema", {} if remote_reference(own) else own)
            told = (plain(text_of(own.get("description"))), self._schemas.limits_of(schema))
            kind = self._schemas.type_of(schema)
            needed = "yes" if text_of(own.get("required")) == "true" else ""
            words = ". ".join(part.rstrip(".") for part in told if part)
            rows.append((code(name), plain(text_of(own.get("in"))), kind, needed, words))
        head = ("Name", "In", "Type", "Required", "Description")
        written = table(head, rows)
        return f"**Parameters**\n\n{written}" if written else ""

    def _old_body(self, parameter: dict[str, Any]) -> str:
        """Return the body of Swagger 2.0, which is a parameter."""
        told = closed(text_of(parameter.get("description")).strip())
        schema = self._content(parameter.get("schema"))
        return "\n\n".join(part for part in ("**Request body**", told, schema) if part)

    def _body(self, body: Any) -> str:
        own = self._api.followed(body)
        if not own:
            return ""
        needed = " (required)" if text_of(own.get("required")) == "true" else ""
        told = closed(text_of(own.get("description")).strip())
        parts = [
            f"**Request body**{needed}",
            _elsewhere(own),
            told,
            *self._media(own.get("content")),
        ]
        return "\n\n".join(part for part in parts if part)

    def _media(self, content: Any) -> list[str]:
        """Return each media type with its schema and its examples."""
        parts: list[str] = []
        for name, value in items_of(content)[:_MOST_PARTS]:
            own = self._api.followed(value)
            parts += [code(name), self._content(own.get("schema"))]
            examples = [("", own["example"])] if "example" in own else []
            for title, example in items_of(own.get("examples"))[:10]:
                examples.append((title, self._api.followed(example).get("value")))
            for title, example in examples:
                label = f"Example {code(title)}".rstrip()
                parts += [f"{label}:", _example(example)]
        return parts

    def _content(self, schema: Any) -> str:
        """Return a schema with its properties; one that has its place on the page by its link."""
        if not isinstance(schema, dict) or "$ref" not in schema:
            return self._schemas.described(schema)
        named = f"Schema: {self._schemas.type_of(schema)}"
        described = "" if "](#" in named else self._schemas.described(schema)
        return f"{named}\n\n{described}" if described else named

    def _responses(self, responses: Any) -> str:
        parts: list[str] = []
        for status, value in items_of(responses)[:_MOST_PARTS]:
            own = self._api.followed(value)
            told = closed(text_of(own.get("description")).strip())
            parts.append(f"{code(status)} {plain(told) or _elsewhere(own)}".rstrip())
            parts += self._media(own.get("content"))
            if "schema" in own:
                parts.append(self._content(own["schema"]))
        written = "\n\n".join(part for part in parts if part)
        return f"**Responses**\n\n{written}" if written else ""


def _elsewhere(own: Mapping[str, Any]) -> str:
    """The address of the document that says the rest; nothing is fetched."""
    address = remote_reference(own)
    return f"See {code(address)}" if address else ""


def _example(value: Any) -> str:
    if isinstance(value, str):
        return fenced(value[:6000], "")
    return fenced(as_json(value), "json")


def _list(holder: dict[str, Any], key: str) -> list[Any]:
    value = holder.get(key)
    return value if isinstance(value, list) else []
