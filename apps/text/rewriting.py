"""Where the targets of links stand in Markdown, and how to put others there byte by byte.

The engine says where a link and where a reference definition begins and ends; the target inside is
found by the rules of CommonMark (0.31, section 6.3) and counts only if, with its escapes undone, it
says what the engine says. So nothing is ever written over that is not the target of a link.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from html import unescape
from typing import Any

from pyromark import reference_definitions

from apps.text.front_matter import split_front_matter
from apps.text.links import classify_href
from apps.text.markdown.engine import ENGINE, OPTIONS, mended
from apps.text.markdown.wiki import WikiLink, find_embeds, find_wiki_links
from apps.text.structure import LinkType

_GAP = rb"[ \t]*(?:(?:\r\n|\r|\n)[ \t>]*)?"
_AFTER_TEXT = re.compile(rb"\]\(" + _GAP)
_AFTER_LABEL = re.compile(rb"\[(?:\\.|[^\[\]\\])*\]:" + _GAP, re.DOTALL)
_BRACKETED = re.compile(rb"<((?:\\.|[^<>\\\r\n])*)>")
_PLAIN_MARK = re.compile(rb"\\[!-/:-@\[-`{-~]|[()\x00-\x20\x7f]")
_TOKEN = re.compile(
    r"\\([!-/:-@\[-`{-~])|(&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)|(.)",
    re.DOTALL,
)
_ENCODED_LETTER = re.compile(r"%[89A-Fa-f][0-9A-Fa-f]")
# What would end a target, start markup or mean something to a URL.
_ALWAYS_ENCODED = frozenset('%#?\\<>`&*|[]":{}^')
_LABEL_BAR = re.compile(rb"\\?\|")


class Form(StrEnum):
    """How a target is written: bare, in angle brackets, or as a wiki link."""

    PLAIN = "plain"
    BRACKETED = "bracketed"
    WIKI = "wiki"


@dataclass(frozen=True, slots=True)
class LinkPlace:
    """One target: `href` as the parser gives it, and the bytes of its path in the source.

    `path` and `rest` are the two parts of `href`; `rest` begins with `?` or `#` or is empty.
    """

    href: str
    path: str
    link_type: LinkType
    form: Form
    is_image: bool
    start: int
    end: int
    is_embed: bool = False

    @property
    def is_inner(self) -> bool:
        """Whether it may lead to something beside the document."""
        return self.link_type not in (LinkType.ABSOLUTE, LinkType.ANCHOR)

    @property
    def rest(self) -> str:
        """Query and fragment."""
        return self.href[len(self.path) :]


NewPath = Callable[[LinkPlace], str | None]


def rewrite_links(source: str, new_path: NewPath) -> str:
    """Return Markdown `source` with the path of each target that `new_path` answers replaced.

    `new_path` returns an encoded path (see `encode_path`) or None to leave a target alone. All
    other bytes stay as they are.
    """
    data = source.encode()
    parts: list[bytes] = []
    done = 0
    for place in link_places(source):
        path = new_path(place)
        if path is not None and place.start >= done:
            parts += [data[done : place.start], path.encode()]
            done = place.end
    return b"".join([*parts, data[done:]]).decode()


def encode_path(path: str, *, form: Form, like: str) -> str:
    """Return `path` percent-encoded so that it can stand in a target of that form.

    Letters beyond ASCII stay readable unless `like`, the path that stood there, encodes them.
    """
    encodes_letters = _ENCODED_LETTER.search(like) is not None
    return "".join(_encoded(char, form, encodes_letters=encodes_letters) for char in path)


def _encoded(char: str, form: Form, *, encodes_letters: bool) -> str:
    if char == " " or char in "()":
        is_kept = form is not Form.PLAIN
    elif not char.isascii():
        is_kept = not encodes_letters and char.isprintable()
    else:
        is_kept = char.isprintable() and char not in _ALWAYS_ENCODED
    return char if is_kept else "".join(f"%{byte:02X}" for byte in char.encode())


def link_places(source: str) -> list[LinkPlace]:
    """Return the targets of links, images, reference definitions and wiki links, in order."""
    front = split_front_matter(source)
    begin = front.end if front else int(source.startswith("\ufeff"))
    base = len(source[:begin].encode())
    finder = _Finder(mended(source[begin:]), base)
    found = {place.start: place for place in (*finder.definitions(), *finder.links())}
    return [found[start] for start in sorted(found)]


class _Finder:
    """Finds the targets in a body that starts at byte `base` of its file."""

    def __init__(self, body: str, base: int) -> None:
        self._body = body
        self._data = body.encode()
        self._base = base

    def definitions(self) -> Iterator[LinkPlace]:
        for definition in reference_definitions(self._body, options=OPTIONS).values():
            span = definition["span"]
            opening = _AFTER_LABEL.match(self._data, span["start"], span["end"])
            if opening is not None:
                yield from self._target(opening.end(), definition["dest"], is_image=False)

    def links(self) -> Iterator[LinkPlace]:
        found = [*find_wiki_links(self._data), *find_embeds(self._data)]
        wikis = sorted(found, key=lambda link: link.start, reverse=True)
        events: Any = ENGINE.events_with_range(self._body, merge_text=True)
        opened: list[tuple[Any, int]] = []
        is_code, cell_end, inner_end = False, None, 0
        for event, span in events:
            start, end = span["start"], span["end"]
            kind, value = next(iter(event.items())) if isinstance(event, dict) else (event, None)
            tag, data = next(iter(value.items())) if isinstance(value, dict) else (value, None)
            if kind == "Text" and wikis and not is_code and not opened:
                yield from self._wikis(wikis, start, end, cell_end)
            if tag == "CodeBlock":
                is_code = kind == "Start"
            elif tag == "TableCell":
                cell_end = end if kind == "Start" else None
            elif kind == "Start" and tag in ("Link", "Image"):
                inner_end = start + (2 if tag == "Image" else 1)
                opened.append((data, start))
                continue
            elif kind == "End" and tag in ("Link", "Image"):
                yield from self._inline(opened.pop()[0], inner_end, end, is_image=tag == "Image")
            inner_end = end if kind != "Start" else inner_end

    def _inline(
        self, data: Any, inner_end: int, end: int, *, is_image: bool
    ) -> Iterator[LinkPlace]:
        if data["link_type"] != "Inline":
            return
        opening = _AFTER_TEXT.search(self._data, inner_end, end)
        if opening is not None:
            yield from self._target(opening.end(), data["dest_url"], is_image=is_image)

    def _target(self, start: int, href: str, *, is_image: bool) -> Iterator[LinkPlace]:
        """Yield the target written at `start`, if it is the one that the engine read."""
        bracketed = _BRACKETED.match(self._data, start)
        form = Form.BRACKETED if bracketed else Form.PLAIN
        first = start + 1 if bracketed else start
        raw = bracketed[1] if bracketed else _plain_target(self._data, start)
        path, path_size, whole = _undone(raw.decode())
        if whole == href and path:
            end = first + path_size
            kind = classify_href(href)
            place = (self._base + first, self._base + end)
            yield LinkPlace(href, path, kind, form, is_image, *place)

    def _wikis(
        self, wikis: list[WikiLink], start: int, end: int, cell_end: int | None
    ) -> Iterator[LinkPlace]:
        while wikis and wikis[-1].start + 1 < end:
            wiki = wikis.pop()
            if start <= wiki.start and (cell_end is None or wiki.end <= cell_end):
                yield from self._wiki(wiki)

    def _wiki(self, wiki: WikiLink) -> Iterator[LinkPlace]:
        begin = wiki.start + 2 + wiki.is_embed
        inner = self._data[begin : wiki.end - 2]
        target = _LABEL_BAR.split(inner, maxsplit=1)[0].decode()
        lead = len(target) - len(target.lstrip())
        path = wiki.href.partition("#")[0].rstrip()
        if target.strip() == wiki.href and path:
            first = begin + len(target[:lead].encode())
            end = first + len(path.encode())
            place = (self._base + first, self._base + end)
            kinds = (LinkType.WIKI, Form.WIKI, wiki.is_image)
            yield LinkPlace(wiki.href, path, *kinds, *place, is_embed=wiki.is_embed)


def _plain_target(data: bytes, start: int) -> bytes:
    """Return the bare target at `start`: up to a blank or a bracket that it does not open."""
    depth = 0
    for found in _PLAIN_MARK.finditer(data, start):
        if found[0] == b"(":
            depth += 1
        elif found[0] == b")":
            depth -= 1
        if depth < 0 or found[0] <= b" " or found[0] == b"\x7f":
            return data[start : found.start()]
    return data[start:]


def _undone(raw: str) -> tuple[str, int, str]:
    """Return the path with its escapes undone, its size in bytes as written, and the whole."""
    values: list[str] = []
    path, size = None, 0
    for token in _TOKEN.finditer(raw):
        value = token[1] or (unescape(token[2]) if token[2] else token[3])
        if path is None and value[:1] in ("?", "#"):
            path, size = "".join(values), len(raw[: token.start()].encode())
        values.append(value)
    whole = "".join(values)
    return (whole, len(raw.encode()), whole) if path is None else (path, size, whole)
