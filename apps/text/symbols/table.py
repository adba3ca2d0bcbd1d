"""What the finder has to know of a language."""

from collections.abc import Callable
from dataclasses import dataclass

MODULE_ROOTS = frozenset({"src", "lib"})


def no_prefix(path: str) -> tuple[str, ...]:  # noqa: ARG001
    """For languages in which the place of a file names nothing."""
    return ()


def path_prefix(*index_names: str) -> Callable[[str], tuple[str, ...]]:
    """Names a module by its path, without a leading ``src`` or ``lib`` and without index files."""

    def prefix(path: str) -> tuple[str, ...]:
        *folders, file = path.split("/")
        stem = file.split(".", 1)[0]
        if folders and folders[0] in MODULE_ROOTS:
            folders = folders[1:]
        return (*folders, stem) if stem not in index_names else (*folders,)

    return prefix


@dataclass(frozen=True, slots=True)
class LanguageTable:
    """A grammar and the query that finds declarations in its trees.

    ``module`` and ``entry`` name the function of a wheel that gives the grammar. In ``query``
    (tree-sitter's query language) a declaration is captured under its kind, its name as ``@name``,
    a receiver as ``@owner``; ``@scope`` only lends its name to what it holds; ``@package`` names
    the whole file. ``prefix`` turns a path into the names of the module.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str
    query: str
    entry: str = "language"
    separator: str = "."
    prefix: Callable[[str], tuple[str, ...]] = no_prefix
    has_docstrings: bool = False
    # Parts of written names that name nothing, such as JavaScript's "prototype".
    silent: frozenset[str] = frozenset()
