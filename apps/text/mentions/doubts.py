"""What speaks against a lone name meaning a symbol; each rule is a kind of mistake that was met."""

import re

from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.shapes import is_telling

# Names of other things that are written like classes.
_PRODUCTS = """
    appveyor bigquery bitbucket centos circleci clickhouse coffeescript cpython devops dynamodb
    elasticsearch freebsd github gitlab graphql hashicorp intellij ipython javascript jetbrains
    jsonschema linkedin macos mariadb mongodb mysql netbsd numpy oauth oauth2 openapi openbsd openid
    openshift openssl opentelemetry postgresql pycharm pypi pypy rabbitmq readthedocs rubygems
    scipy sqlite stackoverflow typescript vscode websocket websockets wordpress youtube
"""
PRODUCTS = frozenset(_PRODUCTS.split())
LOOSE = frozenset({Form.WORD, Form.FENCE})
_SCRIPTS = (".ts", ".tsx", ".js", ".jsx")
_SETTINGS = re.compile(
    r"(?:^|[/_.-])(?:settings?|confs?|configs?|configuration|defaults?|options)", re.IGNORECASE
)


def may_be_called(named: NamedCode, kind: str, path: str) -> bool:
    """Whether a symbol can be meant by a call: Java has no fields that are called."""
    return not (named.is_call and kind == "attribute" and path.endswith(".java"))


def is_other_name(named: NamedCode, repository: str) -> bool:
    """Whether a word of prose is the name of a product or of the project itself."""
    if named.form is not Form.WORD or len(named.parts) > 1:
        return False
    return named.name.lower() in PRODUCTS or plain(named.name) == plain(repository)


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
