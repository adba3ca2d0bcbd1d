"""Find identifiers in prose and code, for the identifier field of the index and of queries.

PostgreSQL's text search keeps `foo_bar.baz` as one word, does not split CamelCase and drops
`C++`; these tokens stand beside its own. Ordinary words are left to it.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

LONGEST_TOKEN = 255
"""Characters; longer runs are data, not names (and PostgreSQL refuses lexemes over 2 KB)."""

_RUN = re.compile(r"[\w.:#+/-]+")
# Nearly all runs of prose, at the end of a sentence or not: no humps, digits or signs but hyphens.
_ORDINARY = re.compile(r"(?:[A-Z]?[a-z]+|[A-Z]+)(?:-(?:[A-Z]?[a-z]+|[A-Z]+))*[.:]*")
_SIGN = re.compile(r"[_.#]|::|\+\+")
_FLAG = re.compile(r"--?[^\W\d][\w-]*(?:\.[\w-]+)*")
_PLUS_OR_SHARP = re.compile(r"[^\W\d_]\w*(?:\+\+\d*|[+#])")
_JOINTS = re.compile(r"::|[/.#+-]")
_SEGMENT = re.compile(r"[^\W\d][\w-]*(?=::|\.|$)")
_BREAKS = re.compile(r"\.{2,}|:{3,}|(?<!:):(?!:)|/{2,}|(?<!\+)\+(?=\w)")
_ABBREVIATION = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|s)", re.IGNORECASE)
_PLURAL_CAPITALS = re.compile(r"[A-Z0-9]+s")
_CAMEL_PARTS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MOST_NUMBERS = 3
"""Runs of digits in a word above which it is a hash, whose pieces mean nothing."""


def identifier_tokens(text: str) -> list[str]:
    """Return the identifiers of `text` and their parts, lower-cased, in order, with repeats.

    A dotted or `::` name gives itself, its neighbouring pairs, its segments and their words;
    `--dry-run`, `C++`, `C#` and `.NET` keep their signs. Takes time linear in the text.
    """
    tokens: list[str] = []
    for run in _RUN.findall(text):
        # Most runs are ordinary words, and most others come again: both cost one look-up.
        if len(run) <= LONGEST_TOKEN:
            tokens.extend(_remembered_tokens(run))
        else:
            tokens.extend(run_identifiers(run))
    return tokens


def run_identifiers(run: str) -> tuple[str, ...]:
    """As `identifier_tokens`, for one run of the characters that an identifier may hold."""
    if _ORDINARY.fullmatch(run):
        return ()
    plain = run.rstrip(".:")
    if plain.islower() and plain.isalpha():
        return ()
    return tuple(token for piece in _BREAKS.split(run) for token in _piece_tokens(piece))


_remembered_tokens = lru_cache(maxsize=100_000)(run_identifiers)


def _piece_tokens(piece: str) -> Iterator[str]:
    if "/" in piece:
        names = [segment for segment in piece.split("/") if segment.strip(".")]
        inner = [token for name in names for token in _name_tokens(name)]
        whole = piece.removeprefix("./").strip("/:").rstrip(".").lower()
        if inner and len(names) > 1 and len(whole) <= LONGEST_TOKEN:
            yield whole
        yield from inner
    else:
        yield from _name_tokens(piece)


def _name_tokens(name: str) -> list[str]:
    name = _trimmed(name)
    if len(name) > LONGEST_TOKEN or not _is_identifier(name):
        return []
    whole = name.lower()
    tokens = [whole]
    plain = whole.lstrip("-.#")
    if plain != whole and len(plain) > 1:
        tokens.append(plain)
    if "++" in whole and whole[-1].isdigit():
        tokens.append(whole.rstrip("0123456789"))
    core = name.strip("-.#+")
    if "." in core or "::" in core:
        tokens.extend(_pairs(core))
    for segment in _JOINTS.split(core):
        if any(map(str.isalpha, segment)):
            _add_segment(tokens, segment, whole, plain)
    return tokens


def _pairs(name: str) -> Iterator[str]:
    """Yield each segment with its next, so that `module.Class` finds `module.Class.method`."""
    segments = [(found.start(), found.end()) for found in _SEGMENT.finditer(name)]
    if len(segments) > 2:
        for (start, _), (_, end) in pairwise(segments):
            yield name[start:end].lower()


def _add_segment(tokens: list[str], segment: str, *already: str) -> None:
    word = segment.lower()
    if len(word) > 1 and word not in already:
        tokens.append(word)
    pieces = segment.split("_") if "_" in segment else (segment,)
    parts = [part.lower() for piece in pieces for part in _camel_parts(piece)]
    if parts != [word]:
        tokens.extend(part for part in parts if len(part) > 1)


def _trimmed(name: str) -> str:
    """Take off what belongs to the sentence: closing stops, lone signs."""
    name = name.lstrip(":+").rstrip(".:-/")
    if name.startswith("-"):
        found = _FLAG.match(name)
        return found.group() if found else name.lstrip("-")
    if not name.endswith(("+", "#")) or _PLUS_OR_SHARP.fullmatch(name):
        return name
    return name.rstrip("+#")


def _is_identifier(name: str) -> bool:
    if not any(map(str.isalpha, name)):
        return bool(re.fullmatch(r"#?\d+(?:\.\d+)+|#\d+", name))
    if ("." in name and _ABBREVIATION.fullmatch(name)) or _ORDINAL.fullmatch(name):
        return False
    if name[0] in "-.#" or name[-1] in "+#":
        return True
    if _SIGN.search(name):
        return True
    return any(map(str.isdigit, name)) or any(map(_has_humps, name.split("-")))


def _has_humps(word: str) -> bool:
    if _PLURAL_CAPITALS.fullmatch(word):
        return False
    tail = word[1:]
    return tail.lower() != tail and not word.isupper()


def _camel_parts(word: str) -> list[str]:
    """Split at humps and between letters and digits: HTTPServer2 is http, server, 2."""
    if not word.isascii():
        return _split_at_capitals(word)
    parts: list[str] = _CAMEL_PARTS.findall(word)
    if len(parts) > _MOST_NUMBERS and sum(map(str.isdigit, parts)) > _MOST_NUMBERS:
        return [word]
    return parts


def _split_at_capitals(word: str) -> list[str]:
    starts = [
        index
        for index, character in enumerate(word)
        if index == 0 or (character.isupper() and not word[index - 1].isupper())
    ]
    return [word[a:b] for a, b in zip(starts, [*starts[1:], len(word)], strict=True)]
