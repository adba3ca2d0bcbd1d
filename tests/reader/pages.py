"""What tests look for in a page."""

import re
from html import unescape

MAIN = re.compile(r"<main.*?</main>", re.DOTALL)
TAGS = re.compile(r"<[^>]+>")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def main_of(response) -> str:
    """The HTML between the frames."""
    return MAIN.search(response.content.decode())[0]


def text_of(response) -> str:
    """The visible words of the main part, with single spaces; a partial is all main part."""
    html = response.content.decode()
    found = MAIN.search(html)
    words = unescape(TAGS.sub(" ", found[0] if found else html))
    return " ".join(words.replace("\u202f", "").split())


def without_tokens(response) -> str:
    """The page without what differs from one answer to the next."""
    return TOKEN.sub("", response.content.decode())
