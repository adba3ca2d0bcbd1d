"""Resolve the links and images of sanitised HTML, whatever format they came from."""

import re
from collections.abc import Callable, Collection
from html import escape, unescape
from urllib.parse import unquote, urlsplit

from apps.text.links import classify_href
from apps.text.structure import LinkType

Resolver = Callable[[str, LinkType], str | None]

# The sanitiser writes every attribute with double quotes and escapes quotes inside.
_ATTRIBUTES = r'((?: [a-z-]+="[^"]*+")*+)'
_TARGET = re.compile(rf"<(a|img|input|/a){_ATTRIBUTES}>")
_OWN_ANCHOR = ' class="heading-anchor" href="#'
"""How the link to itself that each heading ends with begins: its target is always there."""
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
_ID = re.compile(r'<[a-z0-9]+(?: [a-z-]+="[^"]*+")*? id="([^"]*)"')
_UNSEEN = re.compile(r"^[\x00-\x20]+|[\t\r\n]+|[\x00-\x20]+$")
"""What browsers take out of an address before they read it (URL Standard, section 4.4)."""
_SAFE = re.compile(r"(?:https?|mailto|tel|ftp|irc|xmpp):", re.IGNORECASE)
_EXTERNAL = re.compile(r"(?:https?|ftp):", re.IGNORECASE)


class Targets:
    """Rewrites targets: resolved ones by `resolve`, in-page ones by the ids of the page."""

    def __init__(
        self, html: str, resolve: Resolver | None, image_hosts: Collection[str] | None = None
    ) -> None:
        self._html = html
        self._resolve = resolve
        self._image_hosts = image_hosts
        self._is_in_link = False
        self._closing = "</a>"
        self._ids = {unescape(value) for value in _ID.findall(html)} | {"", "top"}
        self._known: dict[tuple[str, LinkType], str | None] = {}

    def html(self) -> str:
        """Return the page with all its links and images settled."""
        return _TARGET.sub(self._settled, self._html)

    def _settled(self, found: re.Match[str]) -> str:
        if found[1] == "/a":
            self._is_in_link = False
            closing, self._closing = self._closing, "</a>"
            return closing
        if found[1] == "a":
            self._is_in_link = ' href="' in found[2]
            if found[2].startswith(_OWN_ANCHOR):
                return found[0]
        attributes = {key: unescape(value) for key, value in _ATTRIBUTE.findall(found[2])}
        is_wiki = attributes.pop("data-wiki", None) is not None
        if found[1] == "img":
            return self._image(attributes, is_wiki=is_wiki)
        label = attributes.pop("data-label", None)
        if found[1] == "a" and label is not None:
            return self._labelled(label)
        if found[1] == "a" and "href" in attributes:
            return self._link(attributes, is_wiki=is_wiki)
        if found[1] == "a" and "id" not in attributes:
            attributes["class"] = f"{attributes.get('class', '')} broken-link".lstrip()
        return _written(found[1], attributes)

    def _link(self, attributes: dict[str, str], *, is_wiki: bool) -> str:
        written = attributes.pop("href")
        kind = LinkType.WIKI if is_wiki else classify_href(written)
        href = self._target(written, kind)
        classes = attributes.pop("class", "").split()
        if href is None:
            attributes.setdefault("title", written)
            return _written("a", {"class": " ".join([*classes, "broken-link"]), **attributes})
        if _EXTERNAL.match(href):
            classes.append("external-link")
            attributes["rel"] = "noopener nofollow"
        named = {"class": " ".join(classes)} if classes else {}
        return _written("a", {**named, "href": href, **attributes})

    def _labelled(self, label: str) -> str:
        """Write a cross reference; one whose label is not known here stays mere text."""
        href = self._resolved(label, LinkType.LABEL) if self._resolve else None
        if href is not None:
            return _written("a", {"href": href})
        self._is_in_link, self._closing = False, "</span>"
        return '<span class="unknown-role">'

    def _image(self, attributes: dict[str, str], *, is_wiki: bool) -> str:
        written = attributes.pop("src", None)
        if written is None:
            return ""
        is_data = written[:5].lower() == "data:"
        kind = LinkType.WIKI if is_wiki else classify_href(written)
        src = written if is_data else self._target(written, kind)
        if src is None or src.startswith("#"):
            label = attributes.get("alt") or written
            return f'<span class="broken-image" title="{escape(written)}">{escape(label)}</span>'
        if not (is_data or self._is_shown(src)):
            return self._remote_image(src, attributes.get("alt") or src)
        return _written("img", {"src": src, **attributes})

    def _is_shown(self, src: str) -> bool:
        """Tell whether an image may be fetched: a page of ours tells other hosts of no reader."""
        if self._image_hosts is None or classify_href(src) is not LinkType.ABSOLUTE:
            return True
        try:
            parts = urlsplit(src)
        except ValueError:
            return False
        return parts.scheme.lower() == "https" and is_listed(parts.hostname, self._image_hosts)

    def _remote_image(self, src: str, label: str) -> str:
        """Write a link in place of an image; inside of another link only its words."""
        if self._is_in_link:
            return f'<span class="remote-image" title="{escape(src)}">{escape(label)}</span>'
        rel = "noopener nofollow"
        named = {"class": "external-link remote-image", "href": src, "rel": rel}
        return f"{_written('a', named)}{escape(label)}</a>"

    def _target(self, written: str, kind: LinkType) -> str | None:
        """Return where a target leads, or None if nowhere that a reader may go."""
        if (plain := _UNSEEN.sub("", written)) != written:
            return self._target(plain, kind if kind is LinkType.WIKI else classify_href(plain))
        if written.startswith(("\\", "/\\")):
            return None
        if kind is LinkType.ANCHOR:
            found = self._anchor(written)
            return self._resolved(written, kind) if found is None and self._resolve else found
        if kind is LinkType.ABSOLUTE:
            href = f"https:{written}" if written.startswith("//") else written
            return href if _SAFE.match(href) else None
        return self._resolved(written, kind)

    def _resolved(self, written: str, kind: LinkType) -> str | None:
        if self._resolve is None:
            return written
        key = (written, kind)
        if key not in self._known:
            self._known[key] = _checked(self._resolve(written, kind))
        return self._known[key]

    def _anchor(self, written: str) -> str | None:
        for name in (written[1:], unquote(written[1:]), unquote(written[1:]).lower()):
            if name in self._ids:
                return f"#{name}"
        return None


def is_listed(host: str | None, hosts: Collection[str]) -> bool:
    """Tell whether a host is in a list in which ``*.example.org`` and ``*`` may stand."""
    if not host:
        return False
    return any(
        pattern in ("*", host) or (pattern[:2] == "*." and host.endswith(pattern[1:]))
        for pattern in hosts
    )


def _checked(href: str | None) -> str | None:
    """Refuse a scheme that runs code even from a resolver, which may echo what was written."""
    if href is None or classify_href(href) is not LinkType.ABSOLUTE or _SAFE.match(href):
        return href
    return None


def _written(tag: str, attributes: dict[str, str]) -> str:
    """Write a tag; its attributes are sorted, as the sanitiser's own order is random."""
    pairs = sorted(attributes.items())
    return (
        f"<{tag}"
        + "".join(f' {k}="{escape(v)}"' if v or k == "alt" else f" {k}" for k, v in pairs)
        + ">"
    )
