"""Find the symbols of a source file."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tree_sitter import Node

from apps.text.symbols.documentation import comment_above, docstring_of, signature_of
from apps.text.symbols.grammar import match_declarations
from apps.text.symbols.languages.registry import LANGUAGES
from apps.text.symbols.symbol import Symbol
from apps.text.symbols.table import LanguageTable

LONGEST_NAME = 200
LONGEST_QUALIFIED = 900
_NAME = re.compile(r"[^\W\d][\w$-]*[?!]?")
_PARTS = re.compile(r"::|->|[.:\\/#]")
_ARGUMENTS = re.compile(r"<[^<>]*>|\[[^][]*\]|[*&\s()]")
_CLASSES = frozenset({"class", "interface", "struct", "trait", "enum", "module"})
_FUNCTIONS = frozenset({"function", "method", "constructor"})
_ROLES = frozenset({"name", "owner", "package"})


@dataclass(frozen=True, slots=True)
class _Found:
    """A declaration before it is known what holds it."""

    kind: str
    node: Node
    parts: tuple[str, ...]


def find_symbols(source: bytes, language: str, path: str = "") -> list[Symbol]:
    """The declarations of a file in the order of their lines.

    ``language`` is a name of the registry, ``path`` the file's place in its repository, from which
    some languages take their module names. What stands inside a function is left out. Broken
    syntax hides what it breaks, nothing else. Raises `KeyError` for an unknown language and
    `SlowSourceError` when a file takes longer than two seconds.
    """
    table = LANGUAGES[language]
    package: tuple[str, ...] = ()
    found: list[_Found] = []
    for captures in match_declarations(source, language):
        if "package" in captures:
            package = package or name_parts(captures["package"][0], source)
        else:
            found.extend(_read(captures, source))
    prefix = package or (table.prefix(path) if path else ())
    return list(_nested(found, prefix, source, table))


def name_parts(node: Node, source: bytes) -> tuple[str, ...]:
    """A written name cut at its joints, without type arguments, stars and brackets."""
    text = source[node.start_byte : node.end_byte].decode("utf-8", "replace")
    if len(text) > LONGEST_QUALIFIED:
        return ()
    while (shorter := _ARGUMENTS.sub("", text)) != text:
        text = shorter
    return tuple(part for part in _PARTS.split(text) if part)


def _read(captures: dict[str, list[Node]], source: bytes) -> Iterator[_Found]:
    owner = name_parts(captures["owner"][0], source) if "owner" in captures else ()
    for kind in captures.keys() - _ROLES:
        for node, name in zip(captures[kind], captures["name"], strict=False):
            parts = name_parts(name, source)
            if parts and _NAME.fullmatch(parts[-1]) and len(parts[-1]) <= LONGEST_NAME:
                yield _Found(kind, node, (*owner, *parts))


def _nested(
    found: Iterable[_Found], prefix: tuple[str, ...], source: bytes, table: LanguageTable
) -> Iterator[Symbol]:
    """Give each declaration the names of those around it."""
    around: list[_Found] = []
    seen: set[tuple[int, str]] = set()
    for one in sorted(found, key=lambda f: (f.node.start_byte, -f.node.end_byte, f.kind)):
        while around and around[-1].node.end_byte <= one.node.start_byte:
            around.pop()
        place = (one.node.start_byte, one.parts[-1])
        if place in seen or any(outer.kind in _FUNCTIONS for outer in around):
            continue
        seen.add(place)
        if one.kind != "scope":
            yield _symbol(one, around, prefix, source, table)
        if _holds(one):
            around.append(one)


def _holds(one: _Found) -> bool:
    return one.kind in _CLASSES or one.kind in _FUNCTIONS or one.kind in {"scope", "namespace"}


def _symbol(
    one: _Found, around: list[_Found], prefix: tuple[str, ...], source: bytes, table: LanguageTable
) -> Symbol:
    outer = [part for each in around for part in each.parts]
    parts = [part for part in (*prefix, *outer, *one.parts) if part not in table.silent]
    summary = docstring_of(one.node, source) if table.has_docstrings else ""
    name = one.parts[-1]
    return Symbol(
        kind=_kind(one, around, table),
        name=name,
        qualified_name=table.separator.join(parts)[-LONGEST_QUALIFIED:] or name,
        signature=signature_of(one.node, source),
        summary=summary or comment_above(one.node, source),
        start_line=one.node.start_point.row + 1,
        end_line=one.node.end_point.row + (1 if one.node.end_point.column else 0) or 1,
    )


def _kind(one: _Found, around: list[_Found], table: LanguageTable) -> str:
    """Functions of a class are methods, names in capitals are constants."""
    in_class = bool(around) and around[-1].kind in _CLASSES | {"scope"} and _is_type(around[-1])
    has_owner = any(part not in table.silent for part in one.parts[:-1])
    if one.kind == "function" and (in_class or has_owner):
        return "method"
    if one.kind in {"variable", "attribute"} and one.parts[-1].isupper() and not in_class:
        return "constant"
    return one.kind


def _is_type(outer: _Found) -> bool:
    return outer.node.type not in {"mod_item", "namespace_definition", "namespace_declaration"}
