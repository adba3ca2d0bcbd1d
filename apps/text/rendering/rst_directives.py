"""Directives and roles of Sphinx that docutils does not know, shown as readable text.

They are registered with docutils once for the process (its public way; there is no per-document
registry). `role` and `default-role` are silenced, since they change docutils for all documents.
"""

import re
from collections.abc import Callable
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import Directive, directives, states
from docutils.utils import unescape

from apps.text.rendering.rst_effort import MeteredDocument

_EMBEDDED = re.compile(r"^(.*?)\s*<([^<>]+)>\Z", re.DOTALL)
_TEXT_ROLES = frozenset(
    """ref doc term numref any guilabel menuselection abbr download pep rfc keyword token dfn
    eq cite issue user pull""".split()  # noqa: SIM905 - a list to be read
)
_LABEL_ROLES = frozenset({"ref", "numref"})
_VERSIONS = {
    "versionadded": "Added in version",
    "versionchanged": "Changed in version",
    "versionremoved": "Removed in version",
    "deprecated": "Deprecated since version",
}
_NOTES = {"seealso": "See also", "todo": "To do", "danger": "Danger"}
_HOLDERS = frozenset(
    """tabs tab group-tab code-tab tab-set tab-item grid grid-item grid-item-card card dropdown
    details only hlist glossary centered ifconfig collapse panels div acks""".split()  # noqa: SIM905
)
_OBJECTS = frozenset(
    """function class method attribute data exception module staticmethod classmethod decorator
    property automodule autoclass autofunction automethod autoattribute autodata autoexception
    option envvar confval program describe object type macro var enum struct member cmdoption
    setting http:get http:post http:put http:patch http:delete rst:directive rst:role""".split()  # noqa: SIM905
)
_DOMAINS = ("py", "c", "cpp", "js", "rst", "std")
_DIAGRAMS = {"mermaid": "mermaid", "graphviz": "dot", "digraph": "dot", "graph": "dot"}
_DIAGRAMS |= {"uml": "plantuml", "plantuml": "plantuml"}
_SILENT = frozenset(
    """highlight index currentmodule tabularcolumns role default-role meta contents sectnum
    py:currentmodule autosummary sectionauthor codeauthor""".split()  # noqa: SIM905
)


class _AnyOption(dict[str, Callable[[str], str]]):
    def __missing__(self, name: str) -> Callable[[str], str]:
        return str


class _Lenient(Directive):
    """Takes any arguments, options and content."""

    required_arguments = 0
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = _AnyOption(name=str)

    @property
    def argument(self) -> str:
        """The argument, in one line."""
        return " ".join(self.arguments[0].split()) if self.arguments else ""

    def parsed(self, holder: nodes.Element) -> nodes.Element:
        """Return `holder` with the directive's content, read as text of the document."""
        self.state.nested_parse(self.content, self.content_offset, holder)
        return holder


class _Silent(_Lenient):
    def run(self) -> list[nodes.Node]:
        return []


class _Holder(_Lenient):
    def run(self) -> list[nodes.Node]:
        holder = self.parsed(nodes.container())
        if self.argument:
            holder.insert(0, nodes.rubric("", self.argument))
        return [holder]


class _Object(_Lenient):
    def run(self) -> list[nodes.Node]:
        signatures = self.arguments[0].splitlines() if self.arguments else [self.name]
        terms = [nodes.term("", "", nodes.literal("", s.strip())) for s in signatures]
        body = self.parsed(nodes.definition())
        return [nodes.definition_list("", nodes.definition_list_item("", *terms, body))]


class _Note(_Lenient):
    def run(self) -> list[nodes.Node]:
        label = _VERSIONS.get(self.name)
        version, _, rest = self.argument.partition(" ") if label else ("", "", self.argument)
        title = f"{label} {version}" if label else _NOTES.get(self.name, self.name)
        note = self.parsed(nodes.admonition("", nodes.title("", title)))
        if rest:
            inline, _ = self.state.inline_text(rest, self.lineno)
            note.insert(1, nodes.paragraph("", "", *inline))
        return [note]


class _Code(_Lenient):
    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        block = nodes.literal_block(text, text, classes=["code", self.argument])
        caption = self.options.get("caption")
        return [nodes.rubric("", caption), block] if caption else [block]


class _Diagram(_Lenient):
    def run(self) -> list[nodes.Node]:
        text = "\n".join(self.content)
        return [nodes.literal_block(text, text, classes=["code", _DIAGRAMS[self.name]])]


class _Toctree(_Lenient):
    def run(self) -> list[nodes.Node]:
        entries = nodes.bullet_list()
        for line in self.content:
            found = _EMBEDDED.match(line.strip())
            label, target = (found[1], found[2]) if found else (line.strip(), line.strip())
            if target and target != "self" and not target.startswith(":"):
                link = nodes.reference("", label or target, refuri=target)
                entries += nodes.list_item("", nodes.paragraph("", "", link))
        return [entries] if len(entries) else []


class PlainRoles(states.Inliner):
    """Reads inline markup; a role that docutils does not know becomes the text it shows."""

    def parse(
        self, text: str, lineno: int, memo: Any, parent: nodes.Element
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes for running text, and what docutils has to say about it."""
        if isinstance(memo.document, MeteredDocument):
            memo.document.note_text(text)
        return super().parse(text, lineno, memo, parent)

    def implicit_inline(self, text: str, lineno: int) -> list[nodes.Text]:
        """Return text as text: the writer finds bare addresses, in linear time."""
        del lineno
        return [nodes.Text(text)]

    def interpreted(
        self, rawsource: str, text: str, role: str, lineno: int
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return the nodes for interpreted text, and what docutils has to say about it."""
        found, messages = super().interpreted(rawsource, text, role, lineno)
        if not found or not isinstance(found[0], nodes.problematic):
            return found, messages
        name = role.rpartition(":")[2]
        text = unescape(text)
        embedded = _EMBEDDED.match(text)
        label = (embedded[1] if embedded else _last_part(text)) or text
        if name == "doc":
            target = embedded[2] if embedded else text
            return [nodes.reference(rawsource, label, refuri=target)], []
        if name in _LABEL_ROLES and not text.startswith("!"):
            target = " ".join((embedded[2] if embedded else text).split())
            return [nodes.reference(rawsource, label, refuri="#", label=target)], []
        if name in _TEXT_ROLES:
            return [nodes.inline(rawsource, label, classes=["unknown-role"])], []
        return [nodes.literal(rawsource, label)], []


def _last_part(text: str) -> str:
    return text.rpartition(".")[2].lstrip("~") if text.startswith("~") else text.lstrip("!")


# docutils builds its patterns from the namespace of the instance's very own class.
for _name, _value in vars(states.Inliner).items():
    if isinstance(_value, str) and not _name.startswith("__"):
        setattr(PlainRoles, _name, _value)


def register_directives() -> None:
    """Make the directives known to docutils; of the built-in ones, only `code` is replaced."""
    for name in ("code", "code-block", "sourcecode"):
        directives.register_directive(name, _Code)
    groups: list[tuple[type[_Lenient], frozenset[str] | dict[str, str]]] = [
        (_Holder, _HOLDERS),
        (_Note, {**_VERSIONS, **_NOTES}),
        (_Diagram, _DIAGRAMS),
        (_Object, _OBJECTS - {"class"}),
        (_Object, frozenset(f"{domain}:{name}" for domain in _DOMAINS for name in _OBJECTS)),
        (_Silent, _SILENT),
    ]
    for directive, names in groups:
        for name in names:
            directives.register_directive(name, directive)
    directives.register_directive("toctree", _Toctree)
