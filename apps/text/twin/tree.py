"""The safe HTML of a page as a small tree."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TypeAlias

from apps.text.rendering.allowed import VOID_TAGS

DEEPEST = 40
"""Levels of nesting that are kept; what is deeper joins the text around it."""

Child: TypeAlias = "Element | str"


@dataclass(slots=True, eq=False)
class Element:
    """A tag with its attributes and what it holds, in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Child] = field(default_factory=list)

    def has_class(self, name: str) -> bool:
        """Whether one of its classes is that one."""
        return name in self.attributes.get("class", "").split()

    def elements(self, *tags: str) -> "list[Element]":
        """The children with one of these tags."""
        return [one for one in self.children if isinstance(one, Element) and one.tag in tags]

    def text(self) -> str:
        """All text inside, as it stands."""
        parts: list[str] = []
        waiting: list[Child] = [self]
        while waiting:
            one = waiting.pop()
            if isinstance(one, str):
                parts.append(one)
            else:
                waiting.extend(reversed(one.children))
        return "".join(parts)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("div")
        self._open: list[Element] = [self.root]
        # Tags that are too deep to be kept.
        self._passed: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if len(self._open) > DEEPEST and tag not in VOID_TAGS:
            self._passed.append(tag)
            return
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        if tag not in VOID_TAGS:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if self._passed:
            self._passed.pop()
        elif len(self._open) > 1 and self._open[-1].tag == tag:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def read_tree(html: str) -> Element:
    """The elements of well-formed HTML, as `sanitise` gives it."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
