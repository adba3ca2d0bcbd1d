"""Parsers and queries of the languages, each loaded when it is first asked for."""

import re
import time
from functools import cache
from importlib import import_module

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from apps.text.symbols.languages.registry import LANGUAGES

# Matches that are still open at once; more are dropped by tree-sitter instead of eating memory.
MATCH_LIMIT = 10_000
MOST_SECONDS = 2.0
# Open brackets at once: a query takes time that grows with the square of the depth.
MOST_NESTED = 500
_BRACKETS = re.compile(rb"[(\[{}\])]")
BLOCK = 65_536


@cache
def _loaded(name: str) -> tuple[Language, Query]:
    table = LANGUAGES[name]
    language = Language(getattr(import_module(table.module), table.entry)())
    return language, Query(language, table.query)


class SlowSourceError(Exception):
    """A file that takes too long to parse; deeply broken syntax costs quadratic time."""


def nesting(source: bytes) -> int:
    """How many brackets stand open at once at most."""
    depth = deepest = 0
    for match in _BRACKETS.finditer(source):
        depth = depth + 1 if match[0] in b"([{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    return deepest


def match_declarations(source: bytes, name: str) -> list[dict[str, list[Node]]]:
    """The captures of each declaration in a file, in no order.

    Syntax errors leave gaps, never an error (tree-sitter, "Using Parsers"). Raises `KeyError` for
    no language, `SlowSourceError` for what is nested too deeply or takes over two seconds to parse.
    """
    language, query = _loaded(name)
    if nesting(source) > MOST_NESTED:
        raise SlowSourceError
    deadline = time.monotonic() + MOST_SECONDS

    def is_late(*_: object) -> bool:
        return time.monotonic() > deadline

    try:
        tree = Parser(language).parse(
            lambda offset, _: source[offset : offset + BLOCK], progress_callback=is_late
        )
    except ValueError:
        raise SlowSourceError from None
    cursor = QueryCursor(query, match_limit=MATCH_LIMIT)
    return [captures for _, captures in cursor.matches(tree.root_node)]
