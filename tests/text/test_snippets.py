import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.snippets import Snippet, make_snippet, query_terms

pieces = st.sampled_from(
    [
        "deploy ",
        "word ",
        "\n",
        "\n\n\n",
        "```\n",
        "```py\n",
        "~~~~\n",
        "漢字",
        "é",
        "  ",
        "> ",
        "x" * 60,
    ]
)


@settings(deadline=None)
@given(st.lists(pieces, max_size=200).map("".join), st.integers(-10, 5000))
def test_a_snippet_is_never_longer_than_asked_and_says_when_it_was_cut(content, chars):
    snippet = make_snippet(content, ("deploy", "漢字"), chars=chars)
    assert len(snippet.text) <= max(80, min(chars, 4000))
    if not snippet.content_truncated:
        assert snippet.text.split() == content.split()


def test_a_short_text_is_returned_whole():
    assert make_snippet("\n\n# A\n\ntext\n\n", ("text",)) == Snippet("# A\n\ntext", False)


def test_the_window_with_the_most_distinct_terms_wins_over_the_first_match():
    content = (
        "alpha " * 50 + "filler " * 300 + "alpha meets beta and gamma here. " + "filler " * 300
    )
    snippet = make_snippet(content, ("alpha", "beta", "gamma"), chars=120)
    assert "alpha meets beta and gamma" in snippet.text
    assert snippet.content_truncated
    assert (snippet.text[0], snippet.text[-1]) == ("…", "…")


def test_other_endings_of_an_english_word_match_too():
    content = "filler " * 300 + "the deployments are configured here " + "filler " * 300
    assert (
        "deployments are configured"
        in make_snippet(content, query_terms("deploying configures")).text
    )


def test_text_without_spaces_is_found_and_cut():
    content = "本文" * 1000 + "障害時のデータベース切り替え手順" + "本文" * 1000
    snippet = make_snippet(content, query_terms("データベースの切り替え"), chars=100)
    assert "データベース切り替え" in snippet.text
    assert len(snippet.text) >= 98


def test_code_keeps_its_blank_lines_and_prose_loses_runs_of_them():
    content = "Intro.\n\n\n\n```sh\na\n\n\nb\n```\n\n\n\nOutro."
    assert make_snippet(content, ()).text == "Intro.\n\n```sh\na\n\n\nb\n```\n\nOutro."


def test_a_snippet_out_of_the_midst_of_a_fence_is_fenced_again():
    lines = "".join(f"line {n}\n" for n in range(200))
    content = f"# Logs\n\n```log\n{lines}target here\n{lines}```\n"
    text = make_snippet(content, ("target",), chars=200).text
    assert text.startswith("…\n```log\nline ")
    assert text.endswith("\n```")
    assert "\ntarget here\n" in text


def test_without_a_match_the_beginning_is_shown():
    assert make_snippet("word " * 400, ("absent",), chars=80).text.startswith("word word")


def test_line_ends_of_any_kind_become_newlines():
    assert make_snippet("a\r\nb\rc", ()).text == "a\nb\nc"


@pytest.mark.parametrize("unit", ["a", "a ", "\n", " ", "```\n", " \n", "\n>", "a\n```\n"])
def test_large_monotonous_texts_take_linear_time(unit):
    started = time.thread_time()
    make_snippet(unit * (200_000 // len(unit)), ["a"] * 64)
    assert time.thread_time() - started < 2


FRONT = "---\ntitle: Restore from backup\nowner: ada.brennan\ntags:\n  - db\n---\n"


def test_front_matter_is_left_out_of_a_snippet():
    text = f"{FRONT}# Restore\n\nRun the restore job.\n"
    snippet = make_snippet(text, ("restore",))
    assert snippet == Snippet("# Restore\n\nRun the restore job.", content_truncated=True)


@pytest.mark.parametrize(
    "text",
    [
        f"{FRONT}# Restore\n",
        "---\n\nprose after a rule\n\n---\n\nada.brennan\n",
        f"{FRONT}\n",
        "---\ntitle: ada.brennan\n",
    ],
)
def test_front_matter_stays_where_only_it_holds_the_word_or_there_is_nothing_else(text):
    assert "ada.brennan" in make_snippet(text, ("ada.brennan",)).text


@given(st.lists(st.sampled_from(["---", "- a: b", "a: b", "", " c", "x", "..."]), max_size=12))
def test_front_matter_is_found_or_not_without_loss_of_the_rest(lines):
    text = "\n".join(lines)
    snippet = make_snippet(text, ("nowhere",), chars=4000)
    kept = snippet.text.split()
    assert text.split()[len(text.split()) - len(kept) :] == kept
