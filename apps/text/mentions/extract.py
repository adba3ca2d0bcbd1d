"""Find the names of code in a text: Markdown, reStructuredText or plain prose.

One pass over the lines. Addresses, paths, flags and HTML are no names; what a fence defines itself
(``class Person``) is none either.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from apps.text.mentions.imports import imported_names
from apps.text.mentions.named import Form, NamedCode
from apps.text.mentions.rst_names import RstNames
from apps.text.mentions.shapes import (
    CALLED,
    JOINTS,
    LONGEST,
    PATH,
    is_file_name,
    is_telling,
)

LONGEST_LINE = 5000
# Longer lines of tildes underline headings in reStructuredText.
_FENCE = re.compile(r"^ {0,12}(`{3,}|~{3,4}(?!~)(?=\s*\w|$))\s*(\w*)")
# Their keys are the words of some format; only what looks like a type is taken for code.
_DATA = frozenset({"yaml", "yml", "json", "jsonc", "json5", "toml", "ini", "properties", "env"})
_SPAN = re.compile(r"(?<!`)(`{1,2})(?!`)([^`\n]+?)\1(?!`)(_{0,2})")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s<>\"')\]]+|\bwww\.\S+|\S+@[\w-]+\.\w\S*")
_TARGET = re.compile(r"(?<=\])\([^()\s]*\)|(?<=\])\[[^][]*\]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,500}>")
_TOKEN = re.compile(rf"(?<![\w./\\$%&:-])({PATH})(\()?(\))?")
_ASSIGNED = re.compile(r"\s*(?::\s*[\w.\[\]]+\s*)?=(?![=>])")
# What stands before a colon in code is a key, an argument or a label.
# A name with one of these behind it is that of something handed over.
_ARGUMENT = re.compile(r"\s+(?:keyword\s+)?(?:argument|parameter|param|option|flag|kwarg)s?\b")
_KEY = re.compile(r"\??:(?:\s|$)")
_DEFINED = re.compile(
    r"(?:(?:export|default|pub|async|public|private|static) )*"
    r"(?:class|def|fn|func|function|interface|struct|trait|enum|type|module|const|let|var)\s+"
    r"([^\W\d]\w*)"
)
_HINT = re.compile(r"_|\w\.\w|\w\(|[a-z0-9][A-Z]|[A-Z]{2}[a-z]|::|->|\w\\\w|\w#\w")
_ENDLESS = "\n"  # no line starts with it, so nothing closes it
_SELVES = frozenset({"self", "this", "cls", "super", "Self"})


@dataclass(frozen=True, slots=True)
class Fence:
    """The fence that a line stands in: its mark, empty outside of any, and whether it is data."""

    mark: str = ""
    is_data: bool = False

    def after(self, line: str) -> "Fence":
        """The fence of the next line."""
        found = _FENCE.match(line)
        if found is None or (self.mark and not found[1].startswith(self.mark)):
            return self
        return Fence() if self.mark else Fence(found[1], found[2].lower() in _DATA)


OUTSIDE = Fence()


def fences_before(lines: Iterable[str]) -> list[Fence]:
    """For each line the fence that it begins in, so that a text can be read from any line on."""
    found, fence = [], OUTSIDE
    for line in lines:
        found.append(fence)
        fence = fence.after(line)
    return found


def find_named_code(text: str, *, is_code: bool = False, fence: Fence = OUTSIDE) -> list[NamedCode]:
    """Every name of code in reading order, repetitions too. Takes time linear in the text.

    ``is_code`` says that the whole text is source code, not prose; ``fence`` is what its first
    line stands in when the text is a piece of a longer one.
    """
    lines = text.split("\n")
    own = set(_own_names(lines))
    return [
        one
        for one in _scan(lines, Fence(_ENDLESS) if is_code else fence)
        if not (len(one.parts) == 1 and one.name in own)
    ]


def _own_names(lines: list[str]) -> Iterator[str]:
    """What the examples define for themselves."""
    for line in lines:
        if line[:1] in {" ", "\t"} or "`" not in line:
            stripped = line.strip()
            if not stripped.startswith(".. ") and len(line) <= LONGEST_LINE:
                yield from _definition(stripped)


def _definition(line: str) -> Iterator[str]:
    match = _DEFINED.match(line)
    if match and line.endswith((":", "{", ";", ")", ",", "}", "(")):
        yield match[1]


def _scan(lines: list[str], fence: Fence) -> Iterator[NamedCode]:
    rst = RstNames()
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            continue
        following = fence.after(line)
        if following is not fence:
            fence = following
        elif fence.mark:
            found = _code(line, number)
            yield from (one for one in found if not fence.is_data or one.name[:1].isupper())
        elif imported := imported_names(line):
            yield from _imports(imported, number)
        else:
            yield from rst.directive(line, number)
            yield from _prose(line, number, rst)


def _code(line: str, number: int) -> Iterator[NamedCode]:
    if found := imported_names(line):
        yield from _imports(found, number)
    else:
        yield from _tokens(_without_addresses(line), number, Form.FENCE)


def _imports(found: Mapping[str, tuple[str, ...]], number: int) -> Iterator[NamedCode]:
    """What a line imports; a bare module is no name of code."""
    for parts in found.values():
        if len(parts) > 1:
            yield NamedCode(".".join(parts), parts, Form.IMPORT, number)


def _prose(line: str, number: int, rst: RstNames) -> Iterator[NamedCode]:
    if line.lstrip().startswith(".. "):
        return
    line = _without_addresses(line)
    if "`" in line:
        line, named = rst.take_roles(line, number)
        yield from named
    spans: list[NamedCode] = []

    def take(match: re.Match[str]) -> str:
        is_link = bool(match[3]) and len(match[1]) == 1
        if not is_link and not _ARGUMENT.match(match.string, match.end()):
            spans.extend(_span(match[2], number))
        return " "

    if "`" in line:
        line = _SPAN.sub(take, line)
        yield from spans
    if "](" in line or "][" in line:
        line = _TARGET.sub(" ", line)
    if "<" in line:
        line = _TAG.sub(" ", line)
    yield from _tokens(line, number, Form.WORD)


def _without_addresses(line: str) -> str:
    return _ADDRESS.sub(" ", line) if "://" in line or "@" in line or "www." in line else line


def _span(content: str, number: int) -> Iterator[NamedCode]:
    """One name in backticks may be any word; more than that is a piece of code."""
    content = content.strip()
    match = CALLED.fullmatch(content)
    if match is None or len(content) > LONGEST:
        yield from _tokens(content, number, Form.FENCE)
        return
    parts = _parts(match[1])
    if parts and not is_file_name(parts, match[1]):
        is_call = content.endswith(")")
        yield NamedCode(content, parts, Form.SPAN, number, is_call=is_call)


def _tokens(line: str, number: int, form: Form) -> Iterator[NamedCode]:
    if not _HINT.search(line):
        return
    for match in _TOKEN.finditer(line):
        text, opened, closed = match.groups()
        if not opened and text.isalpha() and text[1:].islower():
            continue  # an ordinary word
        rest = line[match.end() : match.end() + 80]
        is_call = bool(opened and (closed or form is Form.FENCE))
        if len(text) > LONGEST or (not opened and rest[:1] in {"/", "\\", "-", "@", "$"}):
            continue
        parts = _parts(text)
        if (
            not parts
            or len(max(parts, key=len)) < 2
            or is_file_name(parts, text)
            or (not opened and _ASSIGNED.match(rest))
        ):
            continue
        if len(parts) == 1 and not _is_named(parts[0], form, is_call=is_call):
            continue
        if len(parts) == 1 and form is Form.FENCE and _KEY.match(rest):
            continue
        shown = Form.CALL if is_call and form is Form.WORD else form
        yield NamedCode(text + ("()" if is_call else ""), parts, shown, number, is_call=is_call)


def _parts(text: str) -> tuple[str, ...]:
    """The parts of a name; nothing for what belongs to an object that nobody can know."""
    parts = tuple(JOINTS.split(text))
    return () if parts[0] in _SELVES and len(parts) > 1 else parts


def _is_named(name: str, form: Form, *, is_call: bool) -> bool:
    if is_telling(name):
        return True
    return (
        is_call
        and len(name) > 2
        and (form is Form.WORD or name[:1].isupper() or form is Form.FENCE)
    )
