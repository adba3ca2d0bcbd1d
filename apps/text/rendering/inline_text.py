"""Running text: escaped, with wiki links, roles of MyST and bare addresses made into links."""

from collections.abc import Iterator
from html import escape

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.roles import RoleLink, find_role_links
from apps.text.markdown.wiki import WikiLink, find_embeds, find_wiki_links
from apps.text.structure import LinkType


class InlineText:
    """Writes the text events of one document body, given as UTF-8."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        found: list[WikiLink | RoleLink] = [*find_wiki_links(body), *find_embeds(body)]
        found += find_role_links(body)
        self._written = sorted(found, key=lambda link: link.start, reverse=True)
        self._skip_until = 0

    def is_hidden(self, end: int) -> bool:
        """Tell whether what ends here is inside a link that is already written."""
        return end <= self._skip_until

    def hide(self, end: int) -> None:
        """Write nothing of what ends up to there."""
        self._skip_until = max(self._skip_until, end)

    def write(self, text: str, start: int, end: int, *, linked: bool) -> str:
        """Return the HTML of a text event; `linked` text, already in a link, gets none inside."""
        if end <= self._skip_until:
            return ""
        if start < self._skip_until:
            text = text.partition("]]")[2]
        if linked:
            return escape(text, quote=False)
        return "".join(self._pieces(text, start, end))

    def _pieces(self, text: str, start: int, end: int) -> Iterator[str]:
        while self._written and self._written[-1].start + 1 < end:
            link = self._written.pop()
            if isinstance(link, RoleLink):
                sign = text[text.rfind("{") :] if text.endswith("}") else ""
                if link.start >= start and sign:
                    yield with_bare_links(text.removesuffix(sign))
                    yield _role_anchor(link)
                    self._skip_until = link.end
                    return
                continue
            before, found, after = text.partition(self._spelling(link, text))
            if link.start < start or not found:
                continue
            yield with_bare_links(before)
            yield _wiki_image(link) if link.is_image else _wiki_anchor(link)
            if link.end > end:
                self._skip_until = link.end
                return
            text = after
        yield with_bare_links(text)

    def _spelling(self, wiki: WikiLink, text: str) -> str:
        """Return how the link stands in the text, where escapes are undone already."""
        spelling = self._body[wiki.start : wiki.end].decode()
        for candidate in (spelling, spelling.replace("\\|", "|")):
            if candidate in text:
                return candidate
        opening = "![[" if wiki.is_embed else "[["
        return text[text.find(opening) :] if opening in text else opening


def _wiki_anchor(wiki: WikiLink) -> str:
    href, label = escape(wiki.href), escape(wiki.label, quote=False)
    return f'<a class="wiki-link" data-wiki="1" href="{href}">{label}</a>'


def _role_anchor(role: RoleLink) -> str:
    text, href = escape(role.label, quote=False), escape(role.href)
    if role.link_type is LinkType.LABEL:
        return f'<a data-label="{href}" href="#">{text}</a>'
    return f'<a href="{href}">{text}</a>'


def _wiki_image(wiki: WikiLink) -> str:
    return f'<img data-wiki="1" src="{escape(wiki.href)}" alt="{escape(wiki.label)}">'


def with_bare_links(text: str) -> str:
    """Return plain text as HTML with its bare addresses made into links."""
    if "://" not in text and "www." not in text:
        return escape(text, quote=False)
    pieces: list[str] = []
    done = 0
    for position, address in find_bare_links(text):
        href = address if "://" in address else f"http://{address}"
        pieces.append(escape(text[done:position], quote=False))
        pieces.append(f'<a href="{escape(href)}">{escape(address, quote=False)}</a>')
        done = position + len(address)
    pieces.append(escape(text[done:], quote=False))
    return "".join(pieces)
