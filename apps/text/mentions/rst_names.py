"""Names in Sphinx's markup: roles such as ``:class:`~db.Pool``` and directives of its domains.

The forms are those of the Sphinx manual, "Domains"; the domain prefix (``py:``) is optional.
"""

import re
from collections.abc import Iterator

from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.shapes import JOINTS, LONGEST, NAME_PATH

_ROLE = re.compile(r":(?:(?:py|js|c|cpp|rb|php):)?([a-z]+):`([^`\n]{1,300})`")
_MDX_ROLE = re.compile(r"\{(?:(?:py|js|c|cpp):)?([a-z]+)\}`([^`\n]{1,300})`")
_DIRECTIVE = re.compile(r"(\s*)\.\. (?:(?:py|js|c|cpp):)?(?:auto)?([a-z]+):: (.{1,300})")
_TARGET = re.compile(r"<([^<>]+)>\s*$")
ROLES = {
    **dict.fromkeys(("class", "exc", "exception", "struct", "enum", "interface"), "class"),
    **dict.fromkeys(("func", "function", "macro"), "function"),
    **dict.fromkeys(("meth", "method", "classmethod", "staticmethod"), "method"),
    **dict.fromkeys(("attr", "attribute", "property", "member"), "attribute"),
    **dict.fromkeys(("data", "const", "var"), "data"),
    "setting": "setting",
    "obj": "",
    "type": "class",
}


class RstNames:
    """Reads a text line by line and knows inside which class directive it is."""

    def __init__(self) -> None:
        self._classes: list[tuple[int, tuple[str, ...]]] = []

    def directive(self, line: str, number: int) -> Iterator[NamedCode]:
        """What a directive on this line describes."""
        match = _DIRECTIVE.match(line)
        if match is None or match[2] not in ROLES:
            return
        indent, role = len(match[1]), ROLES[match[2]]
        while self._classes and self._classes[-1][0] >= indent:
            self._classes.pop()
        parts = _parts(match[3].removeprefix("async ").split("(", 1)[0].strip())
        if not parts:
            return
        if self._classes and len(parts) == 1:
            parts = (*self._classes[-1][1], *parts)
        if role == "class":
            self._classes.append((indent, parts))
        yield NamedCode(".".join(parts), parts, Form.DIRECTIVE, number, role)

    def take_roles(self, line: str, number: int) -> tuple[str, list[NamedCode]]:
        """The line without its roles, and what the code roles among them name."""
        named: list[NamedCode] = []

        def take(match: re.Match[str]) -> str:
            role, content = match[1], match[2]
            if role in ROLES:
                target = _TARGET.search(content)
                text = (target[1] if target else content).strip().lstrip("~!.").removesuffix("()")
                if parts := _parts(text.split("(", 1)[0]):
                    named.append(NamedCode(text, parts, Form.ROLE, number, ROLES[role]))
            return " "

        for pattern in (_ROLE, _MDX_ROLE):
            if "`" in line:
                line = pattern.sub(take, line)
        return line, named


def _parts(text: str) -> tuple[str, ...]:
    if len(text) > LONGEST or not NAME_PATH.fullmatch(text):
        return ()
    return tuple(JOINTS.split(text))
