import pytest

from apps.text.chunk import ChunkLimits, ChunkReport, chunk_document, fingerprint
from apps.text.parse import parse_document


def chunk(source: str, *, name: str = "a.md", **limits: int) -> ChunkReport:
    return chunk_document(parse_document(source, name=name), ChunkLimits(**limits))


def contents(source: str, **limits: int) -> list[str]:
    return [one.content for one in chunk(source, **limits).chunks]


def paths(source: str, **limits: int) -> list[tuple[str, ...]]:
    return [one.heading_path for one in chunk(source, **limits).chunks]


SMALL = {"max_chars": 100, "min_chars": 20}


def test_a_blank_document_has_no_chunk() -> None:
    assert chunk(" \n\n\t\n") == ChunkReport((), False, 0)


def test_a_tiny_document_is_one_chunk_with_its_place() -> None:
    (one,) = chunk("\n# Deploy\n\nok\n").chunks
    assert (one.index, one.content, one.heading_path) == (0, "# Deploy\n\nok", ("Deploy",))
    assert (one.heading_level, one.section_anchor) == (1, "deploy")
    assert (one.start_line, one.end_line, one.sections) == (2, 4, ("Deploy",))


def test_text_without_heading_has_no_path() -> None:
    (one,) = chunk("only text").chunks
    assert (one.heading_path, one.heading_level, one.section_anchor) == ((), None, "")
    assert one.sections == ()


def test_small_siblings_merge_under_their_common_parent() -> None:
    (one,) = chunk("# Root\n\n## A\na\n\n## B\nb\n").chunks
    assert (one.heading_path, one.heading_level, one.section_anchor) == (("Root",), 1, "root")
    assert one.sections == ("Root", "Root > A", "Root > B")


def test_sections_that_share_nothing_take_the_path_of_the_first() -> None:
    assert paths("# A\na\n\n# B\nb\n") == [("A",)]


def test_a_preamble_merges_without_hiding_the_path() -> None:
    assert paths("intro\n\n# A\na\n\n## B\nb\n") == [("A",)]


def test_a_document_that_starts_at_level_two_is_not_nested() -> None:
    source = "## A\n" + "a " * 40 + "\n\n## B\n" + "b " * 40 + "\n\n#### C\n" + "c " * 40 + "\n"
    assert paths(source, **SMALL) == [("A",), ("B",), ("B", "C")]


def test_a_section_that_fits_is_never_split() -> None:
    source = "# A\n\n" + "aa " * 25 + "\n\nmore\n\n# B\n\n" + "bb " * 25 + "\n"
    assert contents(source, **SMALL) == [
        "# A\n\n" + "aa " * 24 + "aa \n\nmore",
        "# B\n\n" + ("bb " * 25).strip(),
    ]


def test_a_heading_alone_goes_with_the_next_section() -> None:
    source = "# First\n\n" + "x " * 40 + "\n\n# Lonely\n\n## Child\n\n" + "y " * 40 + "\n"
    chunks = chunk(source, max_chars=110, min_chars=0).chunks
    assert [one.content.split("\n")[0] for one in chunks] == ["# First", "# Lonely"]
    assert chunks[1].sections == ("Lonely", "Lonely > Child")
    assert chunks[1].heading_path == ("Lonely",)


def test_a_last_heading_without_body_goes_with_the_section_before() -> None:
    source = "# A\n\n" + "x " * 46 + "\n\n# End of it\n"
    assert len(contents(source, max_chars=100, min_chars=0)) == 1


def test_a_small_tail_joins_the_chunk_before_it() -> None:
    source = "# A\n\n" + "x" * 90 + "\n\n# B\n\nend\n"
    (one,) = chunk(source, **SMALL).chunks
    assert one.content.endswith("# B\n\nend")
    assert one.heading_path == ("A",)


def test_a_small_tail_takes_whole_sections_from_the_chunk_before_where_it_can() -> None:
    source = "# A\n\n" + "a" * 40 + "\n\n# B\n\n" + "b" * 40 + "\n\n# C\n\nend\n"
    assert paths(source, **SMALL) == [("A",), ("B",)]
    assert contents(source, **SMALL)[1] == "# B\n\n" + "b" * 40 + "\n\n# C\n\nend"


def test_a_small_head_joins_the_section_after_it() -> None:
    source = "tiny\n\n# A\n\n" + "x y. " * 60 + "\n"
    chunks = contents(source, **SMALL)
    assert chunks[0].startswith("tiny\n\n# A\n\nx y. ")
    assert all(20 <= len(one) <= 100 for one in chunks)


def test_front_matter_belongs_to_the_first_chunk() -> None:
    source = "---\ntitle: T\n---\n\n# A\n\n" + "x y. " * 60
    first = chunk(source, **SMALL).chunks[0]
    assert first.content.startswith("---\ntitle: T\n---\n\n# A\n\nx y. ")
    assert (first.heading_path, first.section_anchor, first.start_line) == (("A",), "a", 1)


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_fence_is_never_cut_however_long(fence: str) -> None:
    code = f"{fence}sh\n" + "# comment\n\n" * 40 + fence
    source = f"# A\n\nbefore it comes a sentence.\n\n{code}\n\nafter it comes a sentence.\n"
    assert [one.count(fence) for one in contents(source, **SMALL)] == [0, 2, 0]
    assert contents(source, **SMALL)[1] == code


def test_a_table_is_never_cut_however_long() -> None:
    table = "| a | b |\n|---|---|\n" + "\n".join(f"| {n} | x |" for n in range(60))
    chunks = contents(f"# T\n\n{table}\n\n" + "word. " * 40, **SMALL)
    assert [table in one for one in chunks] == [True, *([False] * (len(chunks) - 1))]
    assert all(len(one) <= 100 for one in chunks[1:])


def test_a_fence_inside_a_long_list_is_never_cut() -> None:
    fence = "  ```\n" + "  a. b\n\n" * 30 + "  ```"
    source = "- one. " + "more. " * 20 + "\n\n" + fence + "\n- two\n"
    assert sum(fence in one for one in contents(source, **SMALL)) == 1


def test_a_long_section_is_split_between_its_blocks() -> None:
    blocks = [f"Paragraph {n} " + "x" * 30 for n in range(8)]
    chunks = contents("# A\n\n" + "\n\n".join(blocks), **SMALL)
    assert len(chunks) > 1
    assert [part for one in chunks for part in one.removeprefix("# A\n\n").split("\n\n")] == blocks


def test_all_parts_of_a_split_section_carry_its_path() -> None:
    chunks = chunk("# A\n\n## B\n\n" + "Sentence here. " * 30, **SMALL).chunks
    assert {one.heading_path for one in chunks[1:]} == {("A", "B")}
    assert chunks[0].heading_path == ("A",)


@pytest.mark.parametrize(
    "sentence",
    ["This is one. ", "Он пришёл домой! ", "这是一个句子。", "यह एक वाक्य है। ", "これは文です！"],
)
def test_a_long_paragraph_is_split_at_sentence_ends_of_any_script(sentence: str) -> None:
    chunks = contents(sentence * 40, **SMALL)
    assert len(chunks) > 1
    assert all(
        len(one) <= 100 and (one + " ").endswith(sentence[-2:].strip() + " ") for one in chunks
    )


def test_an_abbreviation_ends_no_sentence() -> None:
    chunks = contents("Take this, e.g. a thing of which we speak. " * 8, **SMALL)
    assert all(one.startswith("Take this") for one in chunks)


def test_a_long_list_is_split_at_its_items() -> None:
    items = [f"- item {n}\n  with a second line" for n in range(20)]
    chunks = contents("\n".join(items), **SMALL)
    assert len(chunks) > 1
    assert all(one.startswith("- item") and len(one) <= 100 for one in chunks)


@pytest.mark.parametrize("text", ["x" * 1000, "字" * 1000, "word " * 300, "é" * 1000])
def test_text_without_any_end_is_still_held_under_the_ceiling(text: str) -> None:
    chunks = contents(text, **SMALL)
    assert all(20 <= len(one) <= 100 for one in chunks)
    assert "".join("".join(chunks).split()) == "".join(text.split())


def test_the_cap_is_reported() -> None:
    source = "\n\n".join(f"# H{n}\n\n" + "x " * 30 for n in range(10))
    full, capped = chunk(source, **SMALL), chunk(source, **SMALL, max_chunks=3)
    assert (full.truncated, full.dropped_chars, len(full.chunks)) == (False, 0, 10)
    assert (capped.truncated, capped.chunks) == (True, full.chunks[:3])
    assert capped.dropped_chars == sum(len(one.content) for one in full.chunks[3:])


def test_line_numbers_survive_every_line_end() -> None:
    for end in ("\n", "\r\n", "\r"):
        source = end.join(["# A", "", "x" * 80, "", "# B", "", "y" * 80, ""])
        ranges = [(one.start_line, one.end_line) for one in chunk(source, **SMALL).chunks]
        assert ranges == [(1, 3), (5, 7)]


def test_anchors_of_repeated_headings_stay_apart() -> None:
    text = "x " * 40
    source = f"# F\n\n## Ex\n\n{text}\n\n# S\n\n## Ex\n\n{text}\n"
    assert [one.section_anchor for one in chunk(source, **SMALL).chunks] == ["f", "s"]
    assert [one.sections for one in chunk(source, **SMALL).chunks] == [
        ("F", "F > Ex"),
        ("S", "S > Ex"),
    ]


def test_the_fingerprint_changes_with_every_limit() -> None:
    prints = {
        fingerprint(limits)
        for limits in (
            ChunkLimits(),
            ChunkLimits(max_chars=3999),
            ChunkLimits(min_chars=399),
            ChunkLimits(max_chunks=511),
        )
    }
    assert len(prints) == 4
    assert fingerprint(ChunkLimits()) == fingerprint(ChunkLimits(4000, 400, 512))


@pytest.mark.parametrize(
    "limits",
    [{"max_chars": 0}, {"min_chars": -1}, {"min_chars": 5000}, {"max_chunks": 0}],
)
def test_absurd_limits_are_refused(limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="max_ch"):
        ChunkLimits(**limits)
