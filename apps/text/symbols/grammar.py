"""Parsers and queries of the languages, each loaded when it is first asked for."""

from functools import cache
from importlib import import_module

from tree_sitter import Language, Node, Parser, Query, QueryCursor

from apps.text.symbols.languages.registry import LANGUAGES

# Matches that are still open at once; more are dropped by tree-sitter instead of eating memory.
MATCH_LIMIT = 10_000


@cache
def _loaded(name: str) -> tuple[Language, Query]:
    table = LANGUAGES[name]
    language = Language(getattr(import_module(table.module), table.entry)())
    return language, Query(language, table.query)


def match_declarations(source: bytes, name: str) -> list[dict[str, list[Node]]]:
    """The captures of each declaration in a file, in no order. Raises `KeyError` for no language.

    Syntax errors leave gaps, never an error (tree-sitter, "Using Parsers").
    """
    language, query = _loaded(name)
    tree = Parser(language).parse(source)
    cursor = QueryCursor(query, match_limit=MATCH_LIMIT)
    return [captures for _, captures in cursor.matches(tree.root_node)]
