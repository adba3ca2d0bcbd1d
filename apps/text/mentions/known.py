"""What is known where a name is read: the symbols that it may mean, and what surrounds it."""

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Id = TypeVar("Id", bound=Hashable)
Parts = tuple[str, ...]
MEMBERS = frozenset({"method", "attribute", "constructor"})
_SPLIT = re.compile(r"::|[.\\/#]")
IN_TESTS = re.compile(
    r"(?:^|/)(?:tests?|testing|spec|specs|__tests__|examples?|samples?|demo)/|^t/|"
    r"(?:^|/)test_[^/]*$|_test\.\w+$|\.(?:spec|test)\.\w+$|(?:^|/)conftest\.py$|"
    # How the documentation itself is built.
    r"(?:^|/)docs?/(?:[^/]+/)*conf\.py$"
)


@dataclass(frozen=True, slots=True)
class Target(Generic[Id]):
    """A symbol that a name may mean."""

    id: Id
    kind: str
    qualified_name: str
    path: str
    parts: Parts
    is_test: bool

    @classmethod
    def of(cls, pk: Id, kind: str, qualified_name: str, path: str) -> "Target[Id]":
        """A target from what is stored of a symbol."""
        parts = tuple(part for part in _SPLIT.split(qualified_name) if part)
        return cls(pk, kind, qualified_name, path, parts, bool(IN_TESTS.search(path)))


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a name: its document's path and imports, and the words near it.

    ``near`` are the words of the chunk, ``headings`` the names that the headings above it
    consist of, ``owners`` what the chunk names members of. ``languages`` are those of the
    document's fences and its own, as they are written.
    """

    path: str = ""
    repository: str = ""
    imports: Mapping[str, Parts] = field(default_factory=dict)
    modules: frozenset[Parts] = frozenset()
    near: frozenset[str] = frozenset()
    headings: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
    languages: frozenset[str] = frozenset()
    # Every module of the repository: a name that is one of them means no symbol.
    known_modules: frozenset[Parts] = frozenset()


@dataclass(frozen=True, slots=True)
class Resolution(Generic[Id]):
    """The symbols meant, best first, with one confidence; several only when they are equal."""

    targets: tuple[Target[Id], ...]
    confidence: float

    @property
    def is_ambiguous(self) -> bool:
        """Whether nothing tells the targets apart."""
        return len(self.targets) > 1
