"""What goes into the identifier field, as the text form of a PostgreSQL tsvector."""

from collections import defaultdict
from collections.abc import Iterable

from apps.text.identifiers import identifier_tokens
from apps.text.ngrams import script_bigrams

# Limits of tsvector (PostgreSQL manual, "Limitations" of full text search): 2 KB a lexeme,
# 1 MB in all, 256 positions for a lexeme.
MAX_LEXEME_BYTES = 2046
MAX_VECTOR_BYTES = 900_000
MAX_POSITIONS = 255
MAX_POSITION = 16_383
# Above this many characters the words of a body are indexed once each, which keeps a single huge
# table or fence inside the limit.
LONG_BODY = 250_000
LONGEST_WORD = 200


def identifier_vector(text: str) -> str:
    """Identifiers, their parts and bigrams of unspaced scripts with positions, as tsvector text."""
    positions: dict[str, list[int]] = defaultdict(list)
    for place, token in enumerate(search_tokens(text), start=1):
        seen = positions[token]
        if len(seen) < MAX_POSITIONS:
            seen.append(min(place, MAX_POSITION))
    parts: list[str] = []
    size = 0
    for token, places in positions.items():
        part = f"{quote_lexeme(token)}:{','.join(map(str, dict.fromkeys(places)))}"
        size += len(part.encode()) + 2
        if size > MAX_VECTOR_BYTES:
            break
        parts.append(part)
    return " ".join(parts)


def search_tokens(text: str) -> Iterable[str]:
    """Tokens of the identifier field, short enough for a lexeme."""
    for token in (*identifier_tokens(text), *script_bigrams(text)):
        if len(token.encode("utf-8", "ignore")) <= MAX_LEXEME_BYTES:
            yield token


def quote_lexeme(token: str) -> str:
    """A lexeme between quotes, as tsvector and tsquery texts want it."""
    return "'" + token.replace("\\", "\\\\").replace("'", "''") + "'"


def indexable_body(content: str) -> str:
    """The words PostgreSQL is to index; a body too long for one tsvector keeps each word once."""
    if len(content) <= LONG_BODY:
        return content
    words = dict.fromkeys(word for word in content.split() if len(word) <= LONGEST_WORD)
    return " ".join(words)[: 2 * LONG_BODY]
