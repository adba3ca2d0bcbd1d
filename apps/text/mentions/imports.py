"""What the examples of a text import: which module a short name stands for."""

import re
from collections.abc import Iterable

_FROM = re.compile(r"\s*(?:>>> ?)?from\s+(\.*[\w.]*)\s+import\s+\(?([\w, *]+)")
_IMPORT = re.compile(r"\s*(?:>>> ?)?import\s+([\w.]+)(?:\s+as\s+(\w+))?\s*;?\s*$")
_JS = re.compile(r"\s*import\s+(?:type\s+)?(.{1,300}?)\s+from\s+['\"]([^'\"]{1,200})['\"]")
_REQUIRE = re.compile(
    r"\s*(?:const|let|var)\s+(\{[^{}]{1,200}\}|\w+)\s*=\s*require\(['\"]([^'\"]{1,200})['\"]\)"
)
_USE = re.compile(r"\s*(?:pub\s+)?use\s+([\w:\\]+?)(?:(?:::|\\)\{([\w, ]+)\})?(?:\s+as\s+(\w+))?;")
_MODULE = re.compile(r"\s*\.\. (?:py:)?(?:currentmodule|module|automodule):: ([\w.]+)")
_WORD = re.compile(r"\w+")

Parts = tuple[str, ...]


def imported_names(line: str) -> dict[str, Parts]:
    """The names that one line imports, each with the parts of what it stands for."""
    if "import" not in line and "require" not in line and "use" not in line:
        return {}
    if match := _FROM.match(line):
        # What is relative belongs to the reader's own project; no symbol has an empty part.
        module = tuple(match[1].split("."))
        return _listed(match[2], module, " as ")
    if match := _IMPORT.match(line):
        parts = tuple(part for part in match[1].split(".") if part)
        # `import a.b` binds `a`; what follows is written out where it is used.
        return {match[2] or parts[-1]: parts} if match[2] or len(parts) > 1 else {}
    if match := _JS.match(line) or _REQUIRE.match(line):
        return _listed(match[1].strip("{} "), _path_parts(match[2]), " as ")
    if match := _USE.match(line):
        parts = tuple(part for part in re.split(r"::|\\", match[1]) if part)
        if match[2]:
            return _listed(match[2], parts, " as ")
        return {match[3] or parts[-1]: parts} if len(parts) > 1 else {}
    return {}


def _path_parts(path: str) -> Parts:
    """``./cart/item.js`` as parts; a package keeps its name."""
    parts = [part for part in path.split("/") if part not in {".", "..", ""}]
    return tuple(
        part.split(".", 1)[0] if n == len(parts) - 1 else part for n, part in enumerate(parts)
    )


def _listed(text: str, module: Parts, renaming: str) -> dict[str, Parts]:
    found = {}
    for piece in text.replace("{", ",").replace("}", "").replace("* as", "*as").split(","):
        written, _, alias = piece.strip().partition(renaming)
        if _WORD.fullmatch(written):
            found[alias.strip() or written] = (*module, written)
    return found


def find_imports(lines: Iterable[str]) -> tuple[dict[str, Parts], frozenset[Parts]]:
    """All that is imported in a text, and the modules that it says it is about."""
    names: dict[str, Parts] = {}
    modules: set[Parts] = set()
    for line in lines:
        if match := _MODULE.match(line):
            modules.add(tuple(match[1].split(".")))
        elif len(line) < 1000:
            found = imported_names(line)
            names |= found
            modules.update(parts[:-1] for parts in found.values() if len(parts) > 2)
    return names, frozenset(modules)
