"""A repository for the tools, and what is hidden beside it."""

from typing import Any

import jsonschema

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.syncing import sync_repository
from apps.mcp.tools.registry import all_definitions
from apps.repos.adding import add_local_repository
from tests.mcp.conftest import SENTINEL, Agent, text_of
from tests.repos.worktrees import WorkTree

NAME = "local/team/handbook"
MARK = f"repo:{NAME}"
README = "# Handbook\n\nAll about widgets.\n"
SETUP = """\
# Setup

Intro words. And more.

## Install

Call `make_widget()` to begin.

### Deep

Deeper words.

## Upgrade

Call `Widget.turn` afterwards.
"""
CODE = '''\
def make_widget():
    """Makes a widget."""


class Widget:
    def turn(self):
        """Turns it."""
'''
FILES: dict[str, str | bytes] = {
    "README.md": README,
    "docs/setup.md": SETUP,
    "docs/empty.md": "",
    "src/widget.py": CODE,
    "src/long.txt": "".join(f"line {number} of a long file\n" for number in range(1, 1501)),
}
SCHEMAS = {one.name: one.output_schema for one in all_definitions()}


def add_handbook(folder: Any, owner: Any) -> WorkTree:
    """The repository, synced, and one like it that nobody can read."""
    tree = WorkTree(folder / "handbook", FILES)
    add(tree, NAME, owner=owner)
    vault = WorkTree(folder / "vault", {"plan.md": f"# {SENTINEL}\n\nThe {SENTINEL} plan.\n"})
    add(vault, "local/team/vault")
    return tree


def add(tree: WorkTree, name: str, **options: Any) -> None:
    """A synced and linked repository over a tree."""
    row = add_local_repository(user=operator(), path=tree.path, name=name, **options)
    sync_repository(user=operator(), repository_id=row.pk)
    relink_repository(user=operator(), repository_id=row.pk)


def answer(agent: Agent, tool: str, **arguments: Any) -> dict[str, Any]:
    """The structured answer of a call, which fits the schema that is published for it."""
    result = agent.call(tool, **arguments)
    assert result["isError"] is False, text_of(result)
    jsonschema.validate(result["structuredContent"], SCHEMAS[tool])
    found: dict[str, Any] = result["structuredContent"]
    return found
