"""Inline markup of reStructuredText: visible text, and links."""

import re
from collections.abc import Iterable, Iterator

from apps.text.labels import ROLES, reference_of, toctree_links
from apps.text.links import classify_href
from apps.text.markdown.autolinks import find_bare_links
from apps.text.rst.patterns import TARGET
from apps.text.structure import Link, LinkType

_LITERAL = re.compile(r"``.+?``")
_ROLE = re.compile(r":[\w+.:-]+:`([^`]+)`")
_QUOTED = re.compile(r"(?<![`\w\\])`([^`]+)`(_{0,2})")
_NAMED = re.compile(r"(?<![\w`\\|])([A-Za-z0-9](?:[\w.+:-]*[A-Za-z0-9])?)__?(?!\w)")
_EMBEDDED = re.compile(r"^(.*?)\s*<([^<>]+)>\Z", re.DOTALL)
_STARS = re.compile(r"(?<![\w*\\])(\*{1,2})(?=\S)(.+?)(?<=\S)\1(?![\w*])")
_REFERRING = re.compile(rf":{ROLES}:`([^`]+)`")
_TOCTREE = re.compile(r"^( *)\.\. +toctree::[ ]*\n((?:\1 .*(?:\n|\Z)|\n)*)", re.MULTILINE)
_ESCAPE = re.compile(r"\\(.)")
_Found = tuple[int, str, str, LinkType]


def visible_text(text: str) -> str:
    """Return a title's text without roles, emphasis, literals and link targets."""
    text = _ROLE.sub(lambda m: _label(m[1]), text)
    text = text.replace("``", "`")
    text = re.sub(r"`([^`]*)`_{0,2}", lambda m: _label(m[1]), text)
    text = _NAMED.sub(r"\1", text)
    text = _STARS.sub(r"\2", text)
    return " ".join(_ESCAPE.sub(r"\1", text).split())


def _label(text: str) -> str:
    """Return what a role shows: its label, or the last part of `~a.dotted.name`."""
    embedded = _EMBEDDED.match(text)
    if embedded and embedded[1]:
        return embedded[1]
    if text.startswith("~"):
        return text.rpartition(".")[2].lstrip("~")
    return text.strip("<>").lstrip("!.")


def targets_of(lines: Iterable[str]) -> dict[str, str]:
    """Return the explicit hyperlink targets (`.. _name: url`), by lower-cased name."""
    found: dict[str, str] = {}
    for line in lines:
        if match := TARGET.match(line.lstrip()):
            name = " ".join(match[1].strip("`").replace("\\", "").lower().split())
            found.setdefault(name, match[2].strip())
    return found


def links_in(text: str, first_line: int, targets: dict[str, str]) -> Iterator[Link]:
    """Yield the links in running text that starts at `first_line`."""
    blanked = _LITERAL.sub(lambda match: " " * len(match[0]), text)
    found = [*_roles(blanked)] if ":`" in blanked else []
    for position, label, href in (*_quoted(blanked, targets), *_named(blanked, targets)):
        link_type = classify_href(href)
        if not href.endswith("_") or link_type is LinkType.ABSOLUTE:
            found.append((position, " ".join(label.split()), href, link_type))
    for position, address in find_bare_links(blanked):
        href = address if "://" in address else f"http://{address}"
        found.append((position, address, href, LinkType.ABSOLUTE))
    line, counted = first_line, 0
    for position, label, href, link_type in sorted(found):
        line, counted = line + text.count("\n", counted, position), position
        yield Link(label, href, line, link_type)


def contents_links(text: str, first_line: int) -> Iterator[Link]:
    """Yield the links of the tables of contents in a text that starts at `first_line`."""
    for match in _TOCTREE.finditer(text) if "toctree::" in text else ():
        inside = match[2].split("\n")
        yield from toctree_links(inside, first_line + text.count("\n", 0, match.start(2)))


def _roles(text: str) -> Iterator[_Found]:
    for match in _REFERRING.finditer(text):
        reference = reference_of(match[1], match[2])
        if reference is not None:
            yield match.start(), *reference


def _quoted(text: str, targets: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    for match in _QUOTED.finditer(text):
        if match[2] and text[match.start() - 1 : match.start()] != ":":
            label, href = _resolve(match[1], targets)
            if href:
                yield match.start(), label, href


def _named(text: str, targets: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    for match in _NAMED.finditer(text) if targets else ():
        if href := targets.get(match[1].lower()):
            yield match.start(), match[1], href


def _resolve(text: str, targets: dict[str, str]) -> tuple[str, str]:
    embedded = _EMBEDDED.match(text)
    if embedded:
        return embedded[1] or embedded[2], "".join(embedded[2].split())
    name = " ".join(text.lower().split())
    return text, targets.get(name, "")
