"""The inline events of one block at a time: their text, and the links among them."""

from collections.abc import Iterator
from typing import Any

from apps.text.links import classify_href
from apps.text.markdown.place import Place, Range
from apps.text.markdown.unmarked import Unmarked
from apps.text.structure import Link, new

Events = Iterator[tuple[Any, Range]]


class Alt(str):
    """Text that stands for an image."""

    __slots__ = ()


class Inlines:
    """Reads on in `events`, which others read too; keeps the links it finds.

    Images are no links, a linked image is one. No link is looked for inside an image or a link.
    """

    def __init__(self, events: Events, place: Place) -> None:
        self.links: list[Link] = []
        self.unmarked = Unmarked(place, self.links)
        self._events = events
        self._place = place

    def skim(self, close: str) -> None:
        """Read up to the end of the element `close`, for its links only."""
        mark = self.unmarked.next
        for event, span in self._events:
            if "Text" in event:
                if mark < span["end"]:
                    mark = self.unmarked.take(span)
            elif "Start" in event:
                value = event["Start"]
                if value.__class__ is dict:
                    self.open(value, span)
            elif "End" in event and event["End"] == close:
                return

    def read(self, cell_end: int | None = None) -> list[str]:
        """Return the pieces of text up to the end of a heading or of the cell that ends there.

        The links are found on the way.
        """
        pieces: list[str] = []
        mark = self.unmarked.next
        for event, span in self._events:
            if "Text" in event:
                pieces.append(event["Text"])
                if mark < span["end"]:
                    mark = self.unmarked.take(span, cell_end)
            elif "End" in event:
                value = event["End"]
                if value.__class__ is dict or value == "TableCell":
                    break
            elif "Start" in event:
                value = event["Start"]
                if value.__class__ is dict:
                    pieces += self.open(value, span)
            else:
                pieces.append(_shown(event))
        return pieces

    def open(self, tag: dict[str, Any], span: Range) -> list[str]:
        """Read the link or the image that `tag` begins, and return its pieces of text."""
        data = tag.get("Link")
        if data is None:
            return [self._image()]
        pieces = self._label()
        href = data["dest_url"]
        if data["link_type"] == "Email":
            href = f"mailto:{href}"
        line = self._place.line_at(self._place.base + span["start"])
        self.links.append(new(Link, (joined(pieces), href, line, classify_href(href))))
        return pieces

    def _label(self) -> list[str]:
        """Return the text of a link; the engine may put an address in angle brackets inside."""
        pieces: list[str] = []
        depth = 1
        for event, _ in self._events:
            if "Text" in event:
                pieces.append(event["Text"])
            elif "End" in event:
                if event["End"] == "Link":
                    depth -= 1
                    if not depth:
                        break
            elif "Start" in event:
                tag = event["Start"]
                if "Link" in tag:
                    depth += 1
                elif tag.__class__ is dict:
                    pieces.append(self._image())
            else:
                pieces.append(_shown(event))
        return pieces

    def _image(self) -> Alt:
        pieces: list[str] = []
        depth = 1
        for event, _ in self._events:
            if "Text" in event:
                pieces.append(event["Text"])
            elif "Start" in event:
                depth += "Image" in event["Start"]
            elif "End" not in event:
                pieces.append(_shown(event))
            elif event["End"] == "Image":
                depth -= 1
                if not depth:
                    break
        return Alt("".join(pieces))


def joined(pieces: list[str]) -> str:
    """Return the pieces as one text with single spaces."""
    return " ".join((pieces[0] if len(pieces) == 1 else "".join(pieces)).split())


def _shown(event: Any) -> str:
    """Return what inline code, a line end or a `<br>` adds to the text."""
    if event.__class__ is str:
        return " "
    if "Code" in event:
        return str(event["Code"])
    return " " if event.get("InlineHtml", "")[:3].lower() == "<br" else ""
