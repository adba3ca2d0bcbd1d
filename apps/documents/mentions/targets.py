"""The symbols of a repository by name, loaded as they are asked for."""

import uuid
from collections.abc import Iterable, Sequence

from apps.repos.models import CodeFile, CodeSymbol, Repository
from apps.text.mentions.known import Parts, Target
from apps.text.symbols.languages.registry import LANGUAGES

MOST_OF_A_NAME = 500


class SymbolNames:
    """A cache over `CodeSymbol`, for one run."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._known: dict[str, list[Target[uuid.UUID]]] = {}

    def load(self, names: Iterable[str]) -> None:
        """Fetch what is not known yet, by one query."""
        wanted = {name for name in names if name not in self._known}
        self._known |= {name: [] for name in wanted}
        rows = CodeSymbol.objects.filter(repository=self._repository, name__in=wanted)
        for pk, name, kind, qualified_name, path in rows.order_by(
            "path", "start_line", "id"
        ).values_list("pk", "name", "kind", "qualified_name", "path"):
            targets = self._known[name]
            if len(targets) < MOST_OF_A_NAME:
                targets.append(Target.of(pk, kind, qualified_name, path))

    def named(self, name: str, *, outside: str) -> Sequence[Target[uuid.UUID]]:
        """Symbols of that name that do not stand in the file ``outside``."""
        return [one for one in self._known.get(name, ()) if one.path != outside]


def known_modules(repository: Repository) -> frozenset[Parts]:
    """The modules of a repository, in languages that name them by path."""
    rows = CodeFile.objects.filter(repository=repository, skipped="")
    return frozenset(
        LANGUAGES[language].prefix(path)
        for path, language in rows.values_list("path", "language")
        if language in LANGUAGES
    )
