"""The parts of a page of HTML."""

from dataclasses import dataclass, field

from apps.text.formats.html.tokens import Token

PERMALINKS = "\u00b6\u00a7#\U0001f517"
"""Signs that stand for the link of a heading to itself."""
_LANGUAGE_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-")


@dataclass(slots=True)
class Part:
    """A stretch of the page from one place to another, with the text inside."""

    start: int
    end: int = 0
    level: int = 0
    name: str = ""
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with its white space as it stands."""
        return "".join(self.pieces)

    @property
    def line(self) -> str:
        """The text in one line."""
        return " ".join(self.text.split())


@dataclass(slots=True)
class TablePart(Part):
    """A table; `rows` are its cells, `heads` tells which rows hold nothing but headers."""

    rows: list[list[Part]] = field(default_factory=list)
    heads: list[bool] = field(default_factory=list)


def name_of(token: Token) -> str:
    """Return the id of an element, or the name of an old anchor."""
    return token.attributes.get("id") or (
        token.attributes.get("name", "") if token.name == "a" else ""
    )


def language_of(token: Token) -> str:
    """Return the language that a tag's classes tell, in any of the usual spellings."""
    written = token.attributes
    for word in written.get("class", "").split():
        for prefix in _LANGUAGE_PREFIXES:
            if word.startswith(prefix) and len(word) > len(prefix):
                language = word.removeprefix(prefix)
                return "" if language in ("default", "none") else language
    return written.get("data-lang", "")


def title_of(part: Part) -> str:
    """Return the text of a heading without the sign of its own link."""
    return part.line.rstrip(PERMALINKS + " ") or part.line
