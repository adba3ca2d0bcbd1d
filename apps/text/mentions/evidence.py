"""Which symbol a name means: everything that speaks for one, and nothing that is guessed.

A dotted name must fit the qualified name; a lone name must be the only one, or be told apart by
what stands near it (its module, its class, its path). Equals stay ambiguous.
"""

import builtins
import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from apps.text.mentions.doubts import LOOSE, is_doubtful, is_other_name, may_be_called, plain
from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.shapes import is_telling
from apps.text.mentions.words import COMMON

Id = TypeVar("Id", bound=Hashable)
Parts = tuple[str, ...]
MOST_CANDIDATES = 5
# Modules between a package and a variable that it hands on.
MOST_LEFT_OUT = 1
MEMBERS = frozenset({"method", "attribute", "constructor"})
BUILTINS = frozenset(dir(builtins))
_SPLIT = re.compile(r"::|[.\\/#]")
_TESTS = re.compile(
    r"(?:^|/)(?:tests?|testing|spec|specs|__tests__|examples?|samples?|demo)/|^t/|"
    r"(?:^|/)test_[^/]*$|_test\.\w+$|\.(?:spec|test)\.\w+$|(?:^|/)conftest\.py$|"
    # How the documentation itself is built.
    r"(?:^|/)docs?/(?:[^/]+/)*conf\.py$"
)
_BASES = {
    Form.ROLE: 0.95,
    Form.DIRECTIVE: 0.95,
    Form.SPAN: 0.85,
    Form.CALL: 0.8,
    Form.IMPORT: 0.9,
    Form.FENCE: 0.7,
    Form.WORD: 0.65,
}
_ROLE_KINDS = {
    "class": frozenset({"class", "interface", "struct", "trait", "enum", "type"}),
    "function": frozenset({"function", "macro", "class", "variable"}),
    "method": frozenset({"method", "function", "constructor", "attribute"}),
    "attribute": frozenset({"attribute", "method", "constant", "variable"}),
    "data": frozenset({"constant", "variable", "attribute"}),
    "setting": frozenset({"constant", "variable", "attribute", "method"}),
}


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
        return cls(pk, kind, qualified_name, path, parts, bool(_TESTS.search(path)))


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a name: its document's path and imports, and the words near it.

    ``near`` are the words of the chunk, ``headings`` those of the headings that it stands under,
    ``owners`` what the chunk names members of.
    """

    path: str = ""
    repository: str = ""
    imports: Mapping[str, Parts] = field(default_factory=dict)
    modules: frozenset[Parts] = frozenset()
    near: frozenset[str] = frozenset()
    headings: frozenset[str] = frozenset()
    owners: frozenset[str] = frozenset()
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


def resolve(
    named: NamedCode, candidates: Sequence[Target[Id]], context: Context
) -> Resolution[Id] | None:
    """The symbols that a name means, among those with its last part as their name.

    None when it means none of them. Confidence is from 0 to 1.
    """
    if is_other_name(named, context.repository):
        return None
    kinds = _ROLE_KINDS.get(named.role)
    fitting = [
        one
        for one in candidates
        if (kinds is None or one.kind in kinds) and may_be_called(named, one.kind, one.path)
    ]
    fitting = _without_tests(_without_constructors(_distinct(fitting)), context)
    if not fitting:
        return None
    parts, is_imported = _expanded(named, context)
    if len(parts) > 1:
        return _resolve_dotted(named, parts, fitting, context, is_imported=is_imported)
    return _resolve_lone(named, fitting, context)


def _distinct(targets: Sequence[Target[Id]]) -> list[Target[Id]]:
    """Declarations and overloads of one name in one language count once."""
    return list({one.qualified_name: one for one in reversed(targets)}.values())[::-1]


def _without_constructors(targets: list[Target[Id]]) -> list[Target[Id]]:
    """A class stands for its constructors, which bear its name."""
    classes = {one.parts for one in targets if one.kind not in MEMBERS}
    return [one for one in targets if one.kind != "constructor" or one.parts[:-1] not in classes]


def _without_tests(targets: list[Target[Id]], context: Context) -> list[Target[Id]]:
    if _TESTS.search(context.path):
        return targets
    return [one for one in targets if not one.is_test]


def _expanded(named: NamedCode, context: Context) -> tuple[Parts, bool]:
    """The name with its first part written out as it was imported."""
    meant = context.imports.get(named.parts[0])
    if named.form in {Form.IMPORT, Form.ROLE, Form.DIRECTIVE} or meant is None:
        return named.parts, named.form is Form.IMPORT
    return (*meant, *named.parts[1:]), True


def _resolve_dotted(
    named: NamedCode,
    parts: Parts,
    targets: list[Target[Id]],
    context: Context,
    *,
    is_imported: bool,
) -> Resolution[Id] | None:
    if parts in context.known_modules:
        return None
    project = plain(context.repository)
    is_of_project = bool(parts[0]) and plain(parts[0]) == project
    best, found = 0.0, list[Target[Id]]()
    for target in targets:
        score = fit(parts, target)
        # What the project hands on lies in its package, not in its scripts.
        if is_of_project and project in map(plain, target.parts[:-1]):
            score = max(score, fit(parts[1:], target, is_whole=False))
        if score > best:
            best, found = score, [target]
        elif score == best and score:
            found.append(target)
    if not found:
        return None
    base = max(_BASES[named.form], 0.9 if is_imported else 0.85)
    return _decide(found, base * best, context)


def fit(parts: Parts, target: Target[Id], *, is_whole: bool = True) -> float:
    """How well a dotted name fits a qualified name, 0 to 1.

    Equal, its end, its parts in order (modules hand names on), or a variable named like the class.
    """
    whole = target.parts
    if parts == whole:
        return 1.0
    if target.kind == "variable" and len(whole) > len(parts) + 1 + MOST_LEFT_OUT:
        return 0.0
    if len(parts) == 1:
        is_top = target.kind not in MEMBERS
        return 0.85 if not is_whole and parts[0] == whole[-1] and is_top else 0.0
    if parts == whole[-len(parts) :]:
        return 0.97
    at = iter(whole[:-1])
    if all(part in at for part in parts[:-1]) and parts[-2] not in {"tests", "test"}:
        # The class of a member stands right before it; only modules may be left out.
        if target.kind not in MEMBERS or parts[-2] == whole[-2]:
            return 0.92
        return 0.0
    is_member = target.kind in MEMBERS and len(parts) == 2 and len(whole) > 1
    if is_member and parts[0] != parts[0].capitalize() and plain(parts[0]) == plain(whole[-2]):
        return 0.75
    return 0.0


def _resolve_lone(
    named: NamedCode, targets: list[Target[Id]], context: Context
) -> Resolution[Id] | None:
    targets = [one for one in targets if _may_mean(named, one, context)]
    if not targets:
        return None
    return _decide(targets, _BASES[named.form], context)


def _may_mean(named: NamedCode, target: Target[Id], context: Context) -> bool:
    """Whether a lone name may be looked at as this symbol at all.

    A member needs its class nearby, a plain word needs any proof; a role or a name that can be
    nothing else needs none.
    """
    if is_doubtful(named, target.kind, target.parts, target.path):
        return False
    is_member = target.kind in MEMBERS
    if named.role and not (is_member and named.form is Form.DIRECTIVE):
        return True
    name = named.name
    if is_member:
        owner = target.parts[-2] if len(target.parts) > 1 else ""
        is_own_page = owner in context.headings and plain(owner) != plain(context.repository)
        if is_own_page and name.lower() not in COMMON:
            return True
        is_said = named.is_call or bool(named.role)
        if not is_said and (named.form in LOOSE or not is_telling(name)):
            return False
        return owner in context.near or (is_telling(name) and _is_inside(target, context))
    if is_telling(name) and name not in BUILTINS:
        return True
    near = nearness(target, context)
    is_word = name.lower() in COMMON or len(name) < 4 or name in BUILTINS
    if is_word or named.form is Form.FENCE:
        return near >= (3 if is_word else 2)
    is_known = named.is_call or name in context.owners
    return is_known or near >= (1 if name[:1].isupper() else 2)


def _decide(targets: list[Target[Id]], base: float, context: Context) -> Resolution[Id]:
    """The one that more speaks for than for any other, or the equals."""
    if len(targets) == 1:
        return Resolution((targets[0],), round(base, 3))
    scored = sorted(
        ((-_total(one, context), one.path, one.qualified_name, n) for n, one in enumerate(targets))
    )
    best = scored[0][0]
    equal = tuple(targets[n] for score, _, _, n in scored if score == best)
    if len(equal) == 1 and best <= -2:
        return Resolution(equal, round(base * 0.85, 3))
    if len(equal) == 1:
        equal = tuple(targets[n] for _, _, _, n in scored)
    return Resolution(equal[:MOST_CANDIDATES], round(base / len(equal), 3))


def _total(target: Target[Id], context: Context) -> int:
    return nearness(target, context) + (target.kind not in MEMBERS)


def nearness(target: Target[Id], context: Context) -> int:
    """What speaks for a target: its class named nearby, its module, its path; 0 to 7."""
    score = 0
    owner = target.parts[-2] if len(target.parts) > 1 else ""
    # The project's own name stands everywhere, and a module's may be that of its class.
    is_said = owner in context.near and owner != target.parts[-1]
    is_said = is_said and plain(owner) != plain(context.repository)
    if owner and is_said and (target.kind in MEMBERS or is_telling(owner)):
        score += 2
    if _is_inside(target, context):
        score += 2
    return score + min(2, _shared(context.path, target.path)) + _shared_words(context.path, target)


def _is_inside(target: Target[Id], context: Context) -> bool:
    """Whether a module that the document is about holds the target."""
    return any(target.parts[: len(module)] == module for module in context.modules)


def _shared(left: str, right: str) -> int:
    """Folders that two paths have in common from the top."""
    count = 0
    for one, other in zip(left.split("/")[:-1], right.split("/")[:-1], strict=False):
        if one != other:
            break
        count += 1
    return count


def _shared_words(path: str, target: Target[Id]) -> int:
    """Whether the document's name or folder is that of the module."""
    *folders, file = path.lower().split("/")
    words = {file.split(".", 1)[0], *folders[1:]}
    inner = {part.lower() for part in target.path.split(".", 1)[0].split("/")}
    return 1 if words & inner else 0
