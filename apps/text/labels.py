"""Cross references as Sphinx and MyST write them: roles that refer, tables of contents, names.

Method: the standard domain of Sphinx (`sphinx.domains.std`, roles `ref`, `numref` and `doc`, and
`sphinx.directives.other.TocTree`). Which label belongs to which document is not known here: a link
of type LABEL has the label as its href, as written but for white space; `normalise_label` gives
the form that it shares with the `Label.name` it leads to.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.text.links import classify_href, is_absolute
from apps.text.structure import Label, Link, LinkType

ROLES = r"(?:std:)?(ref|numref|doc)"
GENERATED = frozenset({"genindex", "modindex", "search"})
"""Labels that Sphinx itself defines, for pages that it makes."""

_EMBEDDED = re.compile(r"(.*?)\s*<([^<>]+)>\Z", re.DOTALL)
_FOREIGN = re.compile(r"[A-Za-z][\w.-]*:\S")
_GLOB = frozenset("*?[")


class Reference(NamedTuple):
    """What a role refers to: the text it shows, the label or the path of a document, and which."""

    text: str
    href: str
    link_type: LinkType


def normalise_label(name: str) -> str:
    """Return a label in the form for comparing: lower case, single spaces (docutils' own rule)."""
    return " ".join(name.lower().split())


def is_foreign(name: str) -> bool:
    """Tell whether a label that no document defines may well exist elsewhere.

    It does for a page that Sphinx makes, and for `project:label`, a label of another project.
    """
    return normalise_label(name) in GENERATED or _FOREIGN.match(name) is not None


def reference_of(role: str, content: str) -> Reference | None:
    """Return what a role (`ref`, `numref` or `doc`) with this content refers to.

    None: it names nothing, is switched off (`!label`), or a document of another project. Without a
    text of its own it shows what it names.
    """
    content = " ".join(content.split())
    embedded = _EMBEDDED.match(content)
    text, href = (embedded[1], embedded[2].strip()) if embedded else (content, content)
    if not href or content.startswith("!"):
        return None
    if role != "doc":
        return Reference(text or href, href, LinkType.LABEL)
    return None if is_absolute(href) else Reference(text or href, href, classify_href(href))


def toctree_links(lines: Sequence[str], first_line: int) -> Iterator[Link]:
    """Yield a link for each document that the lines inside a `toctree` name, as paths.

    `first_line` is the number of the first of `lines` in the file. Left out: options, patterns,
    addresses and `self`.
    """
    is_options = False
    for line, written in enumerate(lines, first_line):
        entry = " ".join(written.split())
        if entry == "---":
            is_options = not is_options
        if not entry or is_options or entry.startswith((":", "---")):
            continue
        embedded = _EMBEDDED.match(entry)
        text, href = (embedded[1], embedded[2].strip()) if embedded else (entry, entry)
        if href and href != "self" and not is_absolute(href) and _GLOB.isdisjoint(href):
            yield Link(text or href, href, line, classify_href(href))


def label_anchors(labels: Sequence[Label]) -> dict[str, str]:
    """Return the anchor for each name that a document defines, in the order of the text.

    The first definition of a name counts.
    """
    found: dict[str, str] = {}
    for label in labels:
        found.setdefault(label.name, label.anchor)
    return found
