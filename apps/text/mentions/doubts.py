"""What speaks against a lone name meaning a symbol; each rule is a kind of mistake that was met."""

import re
import sys

from apps.text.mentions.known import MEMBERS, Context, Id, Parts, Target
from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.shapes import count_words, is_telling

# Names of other things that are written like classes.
_PRODUCTS = """
    appveyor bigquery bitbucket centos circleci clickhouse coffeescript cpython devops dynamodb
    elasticsearch freebsd github gitlab graphql hashicorp intellij ipython javascript jetbrains
    jsonschema linkedin macos mariadb mongodb mysql netbsd numpy oauth oauth2 openapi openbsd openid
    openshift openssl opentelemetry postgresql pycharm pypi pypy rabbitmq readthedocs rubygems
    scipy sqlite stackoverflow typescript vscode websocket websockets wordpress youtube
"""
PRODUCTS = frozenset(_PRODUCTS.split())
MOST_PLAIN_WORDS = 2
LOOSE = frozenset({Form.WORD, Form.FENCE})
_SCRIPTS = (".ts", ".tsx", ".js", ".jsx")
_SCRIPT_FENCES = frozenset({"ts", "tsx", "typescript", "mts", "js", "jsx", "javascript", "mjs"})
_SETTINGS = re.compile(
    r"(?:^|[/_.-])(?:settings?|confs?|configs?|configuration|defaults?|options)", re.IGNORECASE
)


def may_be_called(named: NamedCode, kind: str, path: str) -> bool:
    """Whether a symbol can be meant by a call: Java has no fields that are called."""
    return not (named.is_call and kind == "attribute" and path.endswith(".java"))


def is_other_name(named: NamedCode, context: Context) -> bool:
    """Whether a word that nothing marks as code names a product or the project itself.

    The output of a command in a fence says the project's name as prose does.
    """
    if named.form not in LOOSE or named.is_call or len(named.parts) > 1:
        return False
    if named.form is Form.FENCE and named.name in context.imports:
        return False
    return named.name.lower() in PRODUCTS or plain(named.name) == plain(context.repository)


def is_foreign(named: NamedCode, target: Target[Id], context: Context) -> bool:
    """Whether a name stands where nobody speaks of scripts, and the symbol is in one.

    The pages of a server share words such as fields of a resource with its web interface.
    """
    if named.role or named.form is Form.IMPORT or not target.path.endswith(_SCRIPTS):
        return False
    is_beside = "/" in context.path and target.path.startswith(context.path.split("/")[0] + "/")
    return not (is_beside or context.languages & _SCRIPT_FENCES)


def is_private(named: NamedCode, target: Target[Id], context: Context) -> bool:
    """Whether a lone name is one that in Go only its package can use, or a value that users write.

    What users write (``HookSucceeded``) is the value of some constant, hardly the name of it.
    """
    if not target.path.endswith(".go") or "go" in context.languages:
        return False
    if named.name[:1].islower() or target.kind in {"constant", "variable"}:
        return True
    return target.kind == "function" and named.form in LOOSE and not named.is_call


def is_lone_doubtful(named: NamedCode, target: Target[Id], context: Context) -> bool:
    """Whether a lone name more likely means something else than the symbol, there or anywhere."""
    if is_foreign(named, target, context) or is_private(named, target, context):
        return True
    return is_doubtful(named, target.kind, target.parts, target.path)


def is_plain_word(named: NamedCode, context: Context) -> bool:
    """Whether a lone word of prose has nothing that says code: no mark, no member near it.

    Two words in one, ``PullRequest``, are written by people who mean no class of that name.
    """
    name = named.name
    if named.form is not Form.WORD or named.role or count_words(name) > MOST_PLAIN_WORDS:
        return False
    if name.isupper() and "_" in name:
        return False
    return name not in context.owners


def is_of_standard_library(parts: Parts, target: Target[Id]) -> bool:
    """Whether a dotted name begins with a module of Python's own, and the symbol is not in it."""
    if target.kind in MEMBERS or not target.path.endswith(".py"):
        return False
    return parts[0] in sys.stdlib_module_names and target.parts[0] != parts[0]


def is_module_of_name(parts: Parts, target: Target[Id]) -> bool:
    """Whether a name such as ``result.result`` is that of a variable, not the module's function."""
    name = parts[-1]
    return len(parts) == 2 and parts[0] == name and name.islower() and target.parts[-2:] == parts


def is_doubtful(named: NamedCode, kind: str, parts: tuple[str, ...], path: str) -> bool:
    """Whether a lone name more likely means something else than the symbol of these parts.

    A setting where no settings are kept, a method that every class has, the module that bears the
    name; in Go a function that is not called, in TypeScript a variable where nothing marks code.
    """
    name = named.name
    if kind == "variable" and path.endswith(".sh") and not name.isupper():
        return True
    if kind == "variable" and named.form in LOOSE and path.endswith(_SCRIPTS) and "_" not in name:
        return True
    if not named.is_call and kind == "function" and path.endswith(".go") and not is_telling(name):
        return True
    owner = parts[-2] if len(parts) > 1 else ""
    if named.role == "setting":
        return not (name.isupper() or _SETTINGS.search(path) or _SETTINGS.match(owner))
    if named.role:
        return False
    if name.startswith("__") and name.endswith("__"):
        return True
    return not named.is_call and name.islower() and owner == name


def plain(name: str) -> str:
    """A name without what spellings differ in: letter case, hyphens, underscores."""
    return name.replace("_", "").replace("-", "").lower()
