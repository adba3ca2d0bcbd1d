import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.windows import Section, WindowLimits, fingerprint, window_document, window_sections

SMALL = WindowLimits(max_words=10, overlap_words=3)
lines = st.sampled_from(
    [
        "# Title",
        "## Part",
        "  ### Deep",
        "Set\n---",
        "some words in a line",
        "",
        "   ",
        "```sh",
        "# no heading",
        "```",
        "漢字かな交じりの文章が続く",
        "x" * 130,
        "- item",
        "> # quoted",
        "| a | b |",
        "---",
        "key: value",
        "é\tü\u00a0\u3000",
    ]
)
documents = st.builds(
    lambda parts, end: end.join(parts),
    st.lists(lines, max_size=40),
    st.sampled_from(["\n", "\r\n", "\r"]),
)


@settings(deadline=None)
@given(documents)
def test_windows_are_slices_of_the_source_and_leave_out_no_line(source):
    windows = window_document(parse_document(source, name="a.md"), SMALL)
    data = source.encode()
    covered = bytearray(len(data))
    for number, window in enumerate(windows):
        assert window.index == number
        assert window.content == data[window.start : window.end].decode()
        assert len(window.content.split()) <= SMALL.max_words
        assert window.content.strip()
        first = len(data[: window.start].splitlines(keepends=True) or [b""])
        assert first <= window.start_line <= window.end_line
        covered[window.start : window.end] = b"\1" * (window.end - window.start)
    left_out = bytes(byte for byte, seen in zip(data, covered, strict=True) if not seen)
    assert left_out.decode().strip() == ""


def window_paths(source, limits=SMALL):
    parsed = parse_document(source, name="a.md")
    return [(w.heading_path, w.content) for w in window_document(parsed, limits)]


def test_a_document_is_split_at_its_headings_first():
    assert window_paths("intro\n\n# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n") == [
        ((), "intro"),
        (("A",), "# A\n\none"),
        (("A", "B"), "## B\n\ntwo"),
        (("C",), "# C\n\nthree"),
    ]


def test_a_bare_heading_goes_with_what_follows_and_the_last_one_with_what_precedes():
    assert window_paths("# Lonely\n## Child\nd\n## Last\n") == [
        (("Lonely", "Child"), "# Lonely\n## Child\nd\n## Last")
    ]
    assert window_paths("\n\n# Only\n") == [(("Only",), "# Only")]


def test_front_matter_goes_with_what_follows_it():
    front = "---\ntitle: T\n---\n"
    assert window_paths(f"{front}\n# A\n\none\n") == [(("A",), f"{front}\n# A\n\none")]
    assert window_paths(f"{front}\nhello\n\n# A\n\none\n") == [
        ((), f"{front}\nhello"),
        (("A",), "# A\n\none"),
    ]
    assert window_paths(front) == [((), front.strip())]


def test_hashes_in_fences_and_headings_in_lists_open_no_window():
    source = "# A\n\n~~~sh\n# stop first\n~~~\n\n- # item\n"
    assert window_paths(source, WindowLimits()) == [(("A",), source.strip())]


def test_long_sections_overlap_by_the_given_words_and_keep_their_spacing():
    words = "  ".join(f"w{n}" for n in range(24))
    contents = [content for _, content in window_paths(words)]
    assert [c.split()[0] for c in contents] == ["w0", "w7", "w14"]
    assert [len(c.split()) for c in contents] == [10, 10, 10]
    assert contents[0] == words[: len(contents[0])]


def test_the_defaults_are_512_words_with_64_in_common():
    contents = [c for _, c in window_paths(" ".join(f"w{n}" for n in range(960)), WindowLimits())]
    assert [len(c.split()) for c in contents] == [512, 512]
    assert contents[0].split()[-64:] == contents[1].split()[:64]


def test_indentation_of_a_first_line_and_line_numbers_are_kept():
    source = "# A\n\n" + "word " * 9 + "\n    indented code here\n" + "tail " * 9
    windows = window_document(parse_document(source, name="a.md"), WindowLimits(11, 0))
    assert [(w.start_line, w.end_line) for w in windows] == [(1, 3), (4, 5), (5, 5)]
    assert windows[1].content.startswith("    indented code here\ntail")


@pytest.mark.parametrize(("unit", "windows"), [("漢", 12), ("x", 1), ("漢字 ", 12)])
def test_text_without_spaces_is_windowed_too(unit, windows):
    assert len(window_paths(unit * (5000 // len(unit.strip())), WindowLimits())) == windows


def test_sections_may_come_from_any_parser():
    source = "* One\na\n* Two\nb\n"
    sections = [Section(("One",), 0, 8), Section(("Two",), 8, 16)]
    assert [w.heading_path for w in window_sections(source, sections, SMALL)] == [
        ("One",),
        ("Two",),
    ]


@pytest.mark.parametrize("limits", [(0, 0), (10, 10), (10, -1)])
def test_limits_that_make_no_progress_are_refused(limits):
    with pytest.raises(ValueError, match="overlap"):
        WindowLimits(*limits)


def test_the_fingerprint_tells_parameters_apart():
    assert fingerprint(WindowLimits()) != fingerprint(SMALL)
    assert len(fingerprint(WindowLimits())) < 40


@pytest.mark.parametrize("unit", ["a ", "漢", "# a\n", "\n", " ", "a\n\n", "a" + " " * 500])
def test_large_documents_take_linear_time(unit):
    source = "words\n" + unit * (100_000 // len(unit))
    sections = [Section((), 0, len(source.encode()))]
    started = time.thread_time()
    window_sections(source, sections, WindowLimits())
    assert time.thread_time() - started < 2
