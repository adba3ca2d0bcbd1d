"""The source tree as the architecture tests look at it."""

import ast
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
FLOORS = (
    {"api", "reader", "mcp"},
    {"retrieval"},
    {"documents", "collections"},
    {"repos"},
    {"jobs"},
    {"access"},
    {"text"},
)


def python_files(*rooms: str) -> list[Path]:
    """Every Python file of the named rooms, but for migrations."""
    return sorted(
        path
        for room in rooms
        for path in (PROJECT / room).rglob("*.py")
        if "migrations" not in path.parts
    )


def relative(path: Path) -> str:
    """A path as people write it."""
    return path.relative_to(PROJECT).as_posix()


def parse(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imported_modules(path: Path) -> Iterator[str]:
    """Dotted names that a file imports, wherever in the file it does so."""
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
