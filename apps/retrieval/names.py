"""Names by which a passage is found at once: its title, key and headings, normalised."""

import unicodedata
from collections.abc import Iterable

MAX_NAME = 300


def normalise_name(text: str) -> str:
    """Case-folded, NFKC-normalised, inner space collapsed, at most 300 characters."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split())[:MAX_NAME]


def distinct_names(texts: Iterable[str]) -> list[str]:
    """Normalised, without empty ones and repetitions, order kept."""
    return list(dict.fromkeys(name for name in map(normalise_name, texts) if name))
