"""YAML front matter, split by hand and read without guessing types.

A block counts when the first non-blank line of the file is `---` and a later line is `---` or
`...`; a byte-order mark and blank lines may precede it, nothing else may. A leading thematic break
followed by prose is told apart by its first line, which is not `key:`.
"""

import re
from dataclasses import dataclass
from typing import Any

from apps.text.yaml_values import YamlError, load_yaml

MAX_BYTES = 64 * 1024

_OPEN = re.compile(r"\ufeff?(?:[ \t]*(?:\r\n|\r|\n))*(---[ \t]*(?:\r\n|\r|\n))")
_CLOSE = re.compile(r"[\r\n]((?:---|\.\.\.)[ \t]*)(?=\r|\n|\Z)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_KEY_LINE = re.compile(
    r"""(?:"[^"]*"|'[^']*'|[^\s:#\-\[{>|&*!%@`"'][^:\r\n]*?)[ \t]*:(?:[ \t]|\Z)"""
)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Values, error text, and the character range of the block with both its fences."""

    values: dict[str, Any]
    error: str | None
    start: int
    end: int


def split_front_matter(source: str) -> FrontMatter | None:
    """Return the front matter of `source`, or None when it has none.

    Damaged front matter yields no values and an error for a person; the block keeps its range, so
    that its text stays searchable and never becomes part of the body.
    """
    opening = _OPEN.match(source)
    if opening is None:
        return None
    closing = _CLOSE.search(source, opening.end() - 1)
    if closing is None:
        return None
    raw = source[opening.end() : closing.start(1)]
    start, end = opening.start(1), closing.end()
    if len(raw) > MAX_BYTES:
        error = f"The front matter is larger than {MAX_BYTES // 1024} KiB."
        return FrontMatter({}, error, start, end) if _looks_meant(raw) else None
    try:
        value = load_yaml(raw, first_line=_line_after(opening[0]))
    except YamlError as error:
        return FrontMatter({}, str(error), start, end) if _looks_meant(raw) else None
    if (value is None and not raw.strip()) or isinstance(value, dict):
        return FrontMatter(value or {}, None, start, end)
    if isinstance(value, list):
        return FrontMatter({}, "The front matter is a list, not a mapping.", start, end)
    return None


def _looks_meant(raw: str) -> bool:
    """Tell whether the first line that is no comment reads `key:` (so this is no prose)."""
    for line in raw.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            return _KEY_LINE.match(line) is not None
    return False


def _line_after(text: str) -> int:
    return len(_LINE_END.findall(text)) + 1
