"""The signature of a declaration and the first line of its documentation."""

import re
from collections.abc import Iterable

from tree_sitter import Node

LONGEST_SIGNATURE = 400
LONGEST_SUMMARY = 300
MOST_WRAPPERS = 4
_BODIES = frozenset(
    {
        *("block", "body_statement", "class_body", "compound_statement", "constructor_body"),
        *("declaration_list", "enum_body", "enum_class_body", "field_declaration_list"),
        *("function_body", "interface_body", "statement_block", "template_body"),
        *("enumerator_list", "enum_member_declaration_list", "enum_declaration_list"),
    }
)
_OVERLOOKED = frozenset({"attribute_item", "decorator", "annotation"})
_MARKS = re.compile(r"^\s*(?:/\*+!?|\*+/|\*|///?!?|#+!?|-{2,}\[*|;+|<!--)?\s?")
_TAGS = re.compile(r"<[^<>]{1,200}>")
_SPACE = re.compile(r"\s+")


def signature_of(node: Node, source: bytes) -> str:
    """The declaration up to its body or a comment, in one line."""
    body = node.child_by_field_name("body")
    ends = [
        one.start_byte
        for one in node.children
        if one == body or one.type in _BODIES or "comment" in one.type
    ]
    end = min([node.end_byte, node.start_byte + 4 * LONGEST_SIGNATURE, *ends[:1]])
    text = source[node.start_byte : end if end > node.start_byte else node.end_byte]
    return one_line(text)[:LONGEST_SIGNATURE].rstrip(" {:=;")


def one_line(raw: bytes) -> str:
    """Decoded, with runs of space as one."""
    return _SPACE.sub(" ", raw.decode("utf-8", "replace")).strip()


def docstring_of(node: Node, source: bytes) -> str:
    """The first line of a string that stands first in the body (PEP 257)."""
    body = node.child_by_field_name("body")
    first = body.named_children[:1] if body is not None else []
    texts = first[0].named_children[:1] if first and first[0].type == "expression_statement" else []
    if not texts or texts[0].type != "string":
        return ""
    text = texts[0]
    raw = source[text.start_byte : text.end_byte].decode("utf-8", "replace")
    return _first_line(raw.lstrip("rRbBuU").strip("\"'").splitlines())


def comment_above(node: Node, source: bytes) -> str:
    """The first line of the comment that ends right above a declaration."""
    top = _outermost(node)
    at, line = top.prev_sibling, top.start_point.row
    lines: list[str] = []
    while at is not None and line - at.end_point.row <= 1:
        if "comment" in at.type:
            if not _starts_line(at, source):
                break
            text = source[at.start_byte : at.end_byte].decode("utf-8", "replace")
            if text.startswith(("#!", "//!", "/*!")):  # about the file, not about what follows
                break
            lines = [*text.splitlines(), *lines]
        elif at.type not in _OVERLOOKED:
            break
        line, at = at.start_point.row, at.prev_sibling
    return _first_line(_MARKS.sub("", one).removesuffix("*/") for one in lines)


def _outermost(node: Node) -> Node:
    """The declaration with what only wraps it (``export``, ``template<…>``, ``type (…)``)."""
    for _ in range(MOST_WRAPPERS):
        parent = node.parent
        if parent is None or parent.parent is None:
            break
        if node.prev_sibling is not None and "comment" in node.prev_sibling.type:
            break
        is_wrapper = parent.start_point.row == node.start_point.row
        if not is_wrapper or parent.type in _BODIES:
            break
        node = parent
    return node


def _starts_line(node: Node, source: bytes) -> bool:
    start = source.rfind(b"\n", 0, node.start_byte) + 1
    return not source[start : node.start_byte].strip()


def _first_line(lines: Iterable[str]) -> str:
    for line in lines:
        text = _SPACE.sub(" ", _TAGS.sub("", line)).strip()
        if any(character.isalnum() for character in text) and not text.startswith("@"):
            return text[:LONGEST_SUMMARY]
    return ""
