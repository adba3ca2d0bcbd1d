"""JSON Schemas as short as they can be: every client gets all of them with the tool list.

They promise less than is checked: lengths, bounds and unknown arguments are left to the error
message. Of an answer they name the outermost members that are always there.
"""

from typing import Any

from pydantic import BaseModel, TypeAdapter

Schema = dict[str, Any]
# Every tool has them: their defaults stand in the instructions.
TOLD_ONCE = {"max_tokens"}
# Defaults that go without saying.
UNSAID = ("", None, False)
KEPT = ("type", "enum", "format", "items", "description", "default")


def input_schema(model: type[BaseModel]) -> Schema:
    """The schema of a tool's arguments."""
    schema = TypeAdapter(model).json_schema()
    short = object_schema(schema)
    if schema.get("required"):
        short["required"] = schema["required"]
    return short


def output_schema(shape: type) -> Schema:
    """The schema of a tool's structured content: the facts in ``shape``, or an error.

    Some clients check error results against it as well, so it admits both.
    """
    required = TypeAdapter(shape).json_schema()["required"]
    return {"type": "object", "anyOf": [{"required": required}, {"required": ["error"]}]}


def object_schema(schema: Schema) -> Schema:
    """The outermost object with its members."""
    members = {name: short_member(member) for name, member in schema["properties"].items()}
    for name in TOLD_ONCE & members.keys():
        members[name].pop("default", None)
    return {"type": "object", "properties": members}


def short_member(member: Schema) -> Schema:
    """One member. An argument that may be null is published as one that may be left out."""
    options = [option for option in member.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) == 1:
        member = {**options[0], **{key: member[key] for key in ("description",) if key in member}}
    short = {key: member[key] for key in KEPT if key in member and member[key] not in UNSAID}
    if "items" in short:
        short["items"] = short_member(short["items"])
    return short
