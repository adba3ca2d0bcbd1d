import contextlib
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.symbols.find import find_symbols
from apps.text.symbols.grammar import SlowSourceError
from apps.text.symbols.languages.registry import LANGUAGES, language_of
from tests.text.symbols.sources import SOURCES


@pytest.mark.parametrize(("language", "case"), SOURCES.items(), ids=SOURCES)
def test_each_language_gives_its_declarations(language, case):
    path, source, expected = case
    found = find_symbols(source.encode(), language, path)
    assert [f"{one.kind} {one.qualified_name}" for one in found] == expected.split("\n")


def test_every_language_of_the_registry_is_tried_here():
    assert sorted(SOURCES) == sorted(LANGUAGES)


def test_a_symbol_tells_signature_summary_and_lines():
    source = b'''class Pool:
    """Keeps connections.

    And more."""

    # Not this one.

    def take(self,
             seconds: float = 1.0) -> "Connection":
        """Take one out."""
        def inner(): ...
'''
    pool, take = find_symbols(source, "python", "src/db/pool.py")
    assert (pool.qualified_name, pool.signature, pool.summary) == (
        "db.pool.Pool",
        "class Pool",
        "Keeps connections.",
    )
    assert (take.kind, take.name, take.summary) == ("method", "take", "Take one out.")
    assert take.signature == 'def take(self, seconds: float = 1.0) -> "Connection"'
    assert (pool.start_line, pool.end_line, take.start_line, take.end_line) == (1, 11, 8, 11)


@pytest.mark.parametrize(
    ("language", "source", "summary"),
    [
        ("go", "package p\n\n// Open opens it.\n// And more.\nfunc Open() {}\n", "Open opens it."),
        (
            "javascript",
            "/**\n * Adds two.\n * @param a\n */\nexport function add(a) {}\n",
            "Adds two.",
        ),
        ("rust", "/// Holds a key.\n#[derive(Debug)]\npub struct Key;\n", "Holds a key."),
        ("rust", "//! About the file.\npub struct Key;\n", ""),
        ("csharp", "/// <summary>\n/// A thing.\n/// </summary>\nclass A {}\n", "A thing."),
        ("bash", "#!/bin/sh\nrun() { :; }\n", ""),
        ("c", "int x; // about x\nint f(void) { return 1; }\n", ""),
        ("lua", "-- Adds.\nfunction add() end\n", "Adds."),
    ],
)
def test_the_summary_is_the_comment_right_above(language, source, summary):
    assert find_symbols(source.encode(), language)[-1].summary == summary


@pytest.mark.parametrize("language", LANGUAGES)
def test_broken_source_never_raises(language):
    _, source, _ = SOURCES[language]
    data = source.encode()
    for cut in range(0, len(data), 37):
        find_symbols(data[cut:] + b"\xff{(" + data[:cut], language, "a/b.x")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.sampled_from(sorted(LANGUAGES)))
def test_any_bytes_give_ordered_lines(data, language):
    for one in find_symbols(data, language, "a/b.x"):
        assert 1 <= one.start_line <= one.end_line
        assert one.qualified_name.endswith(one.name)


@pytest.mark.parametrize("piece", ["(", "{", "class A {", "@a ", "def f():\n ", "<T"])
@pytest.mark.parametrize("language", ["python", "rust", "bash", "java"])
def test_no_file_takes_longer_than_it_may(language, piece):
    source = (piece * 50_000)[:50_000].encode()
    started = time.monotonic()
    with contextlib.suppress(SlowSourceError):
        find_symbols(source, language)
    assert time.monotonic() - started < 6


def test_suffixes_tell_the_language():
    paths = ("a/b.PY", "x.tsx", "lib/y.h", "README.md", ".py", "Makefile")
    assert [language_of(path) for path in paths] == ["python", "tsx", "cpp", None, None, None]
