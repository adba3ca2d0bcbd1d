"""Which symbol a name means: everything that speaks for one, and nothing that is guessed.

A dotted name must fit the qualified name; a lone name must be the only one, or be told apart by
what stands near it (its module, its class, its path). Equals stay ambiguous.
"""

import builtins
from collections.abc import Sequence

from apps.text.mentions.doubts import (
    LOOSE,
    PRODUCTS,
    is_foreign,
    is_lone_doubtful,
    is_module_of_name,
    is_of_standard_library,
    is_other_name,
    is_plain_word,
    may_be_called,
    plain,
)
from apps.text.mentions.known import IN_TESTS, MEMBERS, Context, Id, Parts, Resolution, Target
from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.nearness import is_inside, nearness
from apps.text.mentions.shapes import is_telling
from apps.text.mentions.words import COMMON

MOST_CANDIDATES = 5
# Modules between a package and what it hands on; classes may lie deeper.
LEFT_OUT = {"variable": 2, "function": 1}
BUILTINS = frozenset(dir(builtins))
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


def resolve(
    named: NamedCode, candidates: Sequence[Target[Id]], context: Context
) -> Resolution[Id] | None:
    """The symbols that a name means, among those with its last part as their name.

    None when it means none of them. Confidence is from 0 to 1.
    """
    if is_other_name(named, context):
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
    if IN_TESTS.search(context.path):
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
        if not is_imported and _is_other_dotted(named, parts, target, context):
            continue
        # A package is no variable that is named like its class, unless it is called upon.
        is_package = is_imported or (is_of_project and not named.is_call)
        score = fit(parts, target, is_package=is_package)
        # What the project hands on lies in its package, not in its scripts.
        is_handing = target.kind not in LEFT_OUT or plain(target.parts[0]) != project
        if is_of_project and is_handing and project in map(plain, target.parts[:-1]):
            score = max(score, fit(parts[1:], target, is_whole=False))
        if score > best:
            best, found = score, [target]
        elif score == best and score:
            found.append(target)
    if not found:
        return None
    base = max(_BASES[named.form], 0.9 if is_imported else 0.85)
    return _decide(found, base * best, context)


def _is_other_dotted(named: NamedCode, parts: Parts, target: Target[Id], context: Context) -> bool:
    if is_of_standard_library(parts, target):
        return not is_inside(target, context)
    if is_foreign(named, target, context):
        return True
    return not named.role and not named.is_call and is_module_of_name(parts, target)


def fit(
    parts: Parts, target: Target[Id], *, is_whole: bool = True, is_package: bool = False
) -> float:
    """How well a dotted name fits a qualified name, 0 to 1.

    Equal, its end, its parts in order (modules hand names on), or a variable named like the class.
    """
    whole = target.parts
    if parts == whole:
        return 1.0
    if len(parts) == 1:
        most = 2 + LEFT_OUT.get(target.kind, len(whole))
        is_top = target.kind not in MEMBERS and len(whole) <= most
        return 0.85 if not is_whole and parts[0] == whole[-1] and is_top else 0.0
    if parts == whole[-len(parts) :]:
        return 0.97
    if _is_handed_on(parts[:-1], target) and parts[-2] not in {"tests", "test"}:
        return 0.92
    is_member = target.kind in MEMBERS and len(parts) == 2 and len(whole) > 1 and not is_package
    if is_member and parts[0] != parts[0].capitalize() and plain(parts[0]) == plain(whole[-2]):
        return 0.75
    return 0.0


def _is_handed_on(outer: Parts, target: Target[Id]) -> bool:
    """Whether the modules of a name stand one after another in the symbol's.

    What lies between them and the name may be left out; the class of a member may not.
    """
    inner = target.parts[:-1]
    if target.kind in MEMBERS:
        if outer[-1] != inner[-1]:
            return False
        outer, inner = outer[:-1], inner[:-1]
    size, most = len(outer), LEFT_OUT.get(target.kind)
    if most is not None:
        return inner[:size] == outer and len(inner) <= size + most
    return any(inner[n : n + size] == outer for n in range(len(inner) - size + 1))


def _resolve_lone(
    named: NamedCode, targets: list[Target[Id]], context: Context
) -> Resolution[Id] | None:
    meant = [one for one in targets if _may_mean(named, one, context)]
    if not meant:
        return None
    answer = _decide(meant, _BASES[named.form], context)
    rivals = () if named.role or answer.is_ambiguous else _rivals(targets, meant, context)
    if not rivals:
        return answer
    equal = (*answer.targets, *rivals)[:MOST_CANDIDATES]
    return Resolution(equal, round(_BASES[named.form] / len(equal), 3))


def _rivals(
    targets: list[Target[Id]], meant: list[Target[Id]], context: Context
) -> tuple[Target[Id], ...]:
    """Members that too little speaks for, yet enough not to choose another symbol of that name."""
    return tuple(
        one
        for one in targets
        if one.kind in MEMBERS and one not in meant and context.near.issuperset(one.parts[-2:-1])
    )


def _may_mean(named: NamedCode, target: Target[Id], context: Context) -> bool:
    """Whether a lone name may be looked at as this symbol at all.

    A member needs its class nearby, a plain word needs any proof; a role or a name that can be
    nothing else needs none.
    """
    is_unsaid = is_plain_word(named, context) and not is_inside(target, context)
    if is_unsaid or is_lone_doubtful(named, target, context):
        return False
    is_member = target.kind in MEMBERS
    is_setting = named.role == "setting"
    if named.role and (is_setting or not (is_member and named.form is Form.DIRECTIVE)):
        return True
    name = named.name
    if is_member:
        owner = target.parts[-2] if len(target.parts) > 1 else ""
        is_own_page = owner in context.headings and owner.lower() not in PRODUCTS
        is_own_page = is_own_page and plain(owner) != plain(context.repository)
        if is_own_page and name.lower() not in COMMON:
            return True
        is_said = named.is_call or bool(named.role)
        if not is_said and (named.form in LOOSE or not is_telling(name)):
            return False
        # "Task" and "Control" are words of prose as well.
        is_near = owner in (context.near if is_telling(owner) else context.owners)
        return is_near or (is_telling(name) and is_inside(target, context))
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
