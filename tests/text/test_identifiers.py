import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.identifiers import LONGEST_TOKEN, identifier_tokens


def test_a_dotted_call_gives_the_whole_its_pairs_its_segments_and_their_words():
    assert identifier_tokens("Call `module.ParseConfig.read_all()` now.") == [
        "module.parseconfig.read_all",
        "module.parseconfig",
        "parseconfig.read_all",
        "module",
        "parseconfig",
        "parse",
        "config",
        "read_all",
        "read",
        "all",
    ]


@pytest.mark.parametrize("query", ["read_all", "ParseConfig", "module.ParseConfig", "--dry-run"])
def test_the_tokens_of_a_query_are_all_among_those_of_the_text_it_should_find(query):
    text = "Call `module.ParseConfig.read_all()` with --dry-run; see sltr_images."
    assert set(identifier_tokens(query)) - set(identifier_tokens(text)) == set()


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("--dry-run", ["--dry-run", "dry-run", "dry", "run"]),
        ("-v", ["-v"]),
        ("--level=debug", ["--level", "level"]),
        ("std::vector<int>", ["std::vector", "std", "vector"]),
        ("C++, C# and .NET", ["c++", "c#", ".net", "net"]),
        ("C++17", ["c++17", "c++"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("sltr_images", ["sltr_images", "sltr", "images"]),
        ("__init__", ["__init__", "init"]),
        ("sha256", ["sha256", "sha", "256"]),
        ("ПарсКонфиг", ["парсконфиг", "парс", "конфиг"]),
        ("version 1.10", ["1.10"]),
        ("see #123", ["#123", "123"]),
        (
            "docs/set_up.md",
            ["docs/set_up.md", "set_up.md", "set_up", "set", "up", "md"],
        ),
        ("docker-compose.yml", ["docker-compose.yml", "docker", "compose", "yml"]),
        ("a_b a_b", ["a_b", "a_b"]),
    ],
)
def test_names_in_code_keep_their_signs_and_give_their_parts(text, tokens):
    assert identifier_tokens(text) == tokens


@pytest.mark.parametrize(
    "text",
    [
        "Ordinary prose, with a well-known and/or common phrase.",
        "NASA and the APIs of URLs; the 2nd of 1980s",
        "e.g. this, i.e. that. End",
        "- a list\n- of items --- and | --- | a rule",
        "at 10:30, 1 + 1 = 2, 2026-01-02, -5",
        "日本語の文章です。",
        "",
    ],
)
def test_ordinary_words_are_no_identifiers(text):
    assert identifier_tokens(text) == []


@given(st.text(st.sampled_from("aZ9_.:#+-/ é"), max_size=400))
def test_tokens_are_lower_case_never_blank_and_never_too_long(text):
    tokens = identifier_tokens(text)
    assert [t for t in tokens if t != t.lower() or not t.strip() or len(t) > LONGEST_TOKEN] == []
    assert sum(map(len, tokens)) <= 8 * len(text)


@pytest.mark.parametrize("seed", ["aB", "a.", "::", "a::", "-a", "+", "/a_b", "a_", "#a", "aB3+/"])
def test_hostile_runs_take_linear_time(seed):
    started = time.thread_time()
    identifier_tokens(seed * (100_000 // len(seed)))
    assert time.thread_time() - started < 2
