"""What names of code look like."""

import re

JOINTS = re.compile(r"::|->|[.#\\]")
PATH = r"[^\W\d]\w*(?:(?:\.|::|->|#|\\)[^\W\d]\w*)*"
NAME_PATH = re.compile(PATH)
CALLED = re.compile(rf"({PATH})(?:\((?:[^()]|\([^()]*\))*\))?[?!]?")
LONGEST = 200
# Endings of files: `README.md` names no symbol `md`.
_FILE_ENDINGS = """
    adoc bash bat c cc cfg conf cpp cs css csv dll ejs env erb exe gif go gz h hpp html htm ico ini
    ipynb java jar jpeg jpg js json jsx kt lock log lua markdown md mdx mjs mo org pdf php png po
    proto ps1 py pyc pyi rb rs rst scala scss sh so sql sqlite3 svg tar tf toml ts tsx txt vue wasm
    whl woff xml yaml yml zip com net io dev
"""
FILE_ENDINGS = frozenset(_FILE_ENDINGS.split())
_HUMPS = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[a-z][a-z0-9]+(?:[A-Z][a-z0-9]*)+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_UPPER_HUMPS = re.compile(r"[A-Z]{2,}[a-z][A-Za-z0-9]*")


def is_telling(name: str) -> bool:
    """Whether a lone word can only be a name: CamelCase of two humps, snake_case, UPPER_CASE."""
    bare = name.strip("_")
    if "_" in bare:
        return True
    if name.startswith("_") and len(bare) > 2 and not name.endswith("_"):
        return True
    return bool(_HUMPS.fullmatch(bare) or (len(bare) > 4 and _UPPER_HUMPS.fullmatch(bare)))


def count_words(name: str) -> int:
    """How many words a name is made of, in whatever way they are joined."""
    return len(_WORDS.findall(name))


def is_file_name(parts: tuple[str, ...], text: str) -> bool:
    """Whether a dotted name is that of a file or a host."""
    return len(parts) > 1 and "::" not in text and parts[-1].lower() in FILE_ENDINGS
