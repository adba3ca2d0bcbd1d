"""Running text: escaped, with wiki links and bare addresses made into links."""

from collections.abc import Iterator
from html import escape

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.wiki import WikiLink, find_embeds, find_wiki_links


class InlineText:
    """Writes the text events of one document body, given as UTF-8."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        found = [*find_wiki_links(body), *find_embeds(body)]
        self._wiki = sorted(found, key=lambda link: link.start, reverse=True)
        self._skip_until = 0

    def is_hidden(self, end: int) -> bool:
        """Tell whether what ends here is inside a wiki link that is already written."""
        return end <= self._skip_until

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
        while self._wiki and self._wiki[-1].start + 1 < end:
            wiki = self._wiki.pop()
            before, found, after = text.partition(self._spelling(wiki, text))
            if wiki.start < start or not found:
                continue
            yield with_bare_links(before)
            yield _wiki_image(wiki) if wiki.is_image else _wiki_anchor(wiki)
            if wiki.end > end:
                self._skip_until = wiki.end
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
