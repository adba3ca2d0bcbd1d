"""Count tokens offline, with the o200k_base vocabulary (byte-pair encoding).

Only the compiled part of `bpe-openai` is loaded. Its Python front imports three vocabularies
(1.4 s and 80 MB more), refuses a million characters, and raises where a text quotes a special
token; the compiled counter does none of that and always reads special tokens as plain text.
"""

import importlib.machinery
import importlib.util
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Protocol, cast

ENCODING = "o200k_base"

# Characters of a text whose count is remembered for a while.
SHORT = 4000

_loading = Lock()


class _Counter(Protocol):
    def count(self, text: str) -> int: ...


def count_tokens(text: str) -> int:
    """Return the number of o200k_base tokens in `text`; half a surrogate pair counts as U+FFFD.

    Safe to call from any thread; the first call loads the vocabulary (about 0.1 s, 70 MB).
    """
    if not text:
        return 0
    return _count_short(text) if len(text) <= SHORT else _count(text)


@lru_cache(maxsize=512)
def _count_short(text: str) -> int:
    """The same, remembered: a hit is counted for the answer, and again for what it saved."""
    return _count(text)


def _count(text: str) -> int:
    with _loading:
        counter = _load_counter()
    try:
        return counter.count(text)
    except UnicodeEncodeError:
        return counter.count(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


@lru_cache(maxsize=1)
def _load_counter() -> _Counter:
    package = importlib.util.find_spec("bpe_openai")
    folders = list(package.submodule_search_locations or ()) if package else []
    finder = importlib.machinery.FileFinder(
        folders[0] if folders else "",
        (importlib.machinery.ExtensionFileLoader, importlib.machinery.EXTENSION_SUFFIXES),
    )
    spec = finder.find_spec("_bindings") if folders and Path(folders[0]).is_dir() else None
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError("The package bpe-openai is not installed.", name="bpe_openai")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("_Counter", module.tokenizer_for_encoding(ENCODING))
