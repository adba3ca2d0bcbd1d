import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.chunk import Chunk, ChunkLimits, chunk_document
from apps.text.parse import parse_document
from apps.text.structure import ParsedDocument

SENTENCE = st.sampled_from(
    ["Short one. ", "A longer sentence stands here, ja. ", "词句。", "no end "]
)
PARAGRAPH = st.lists(SENTENCE, min_size=1, max_size=12).map("".join)
LIST = st.lists(PARAGRAPH, min_size=1, max_size=8).map(
    lambda items: "\n".join(f"- {item}" for item in items)
)
TABLE = st.integers(0, 12).map(lambda n: "| a | b |\n|---|---|" + "\n| c. d. | e |" * n)
FENCE = st.tuples(st.sampled_from(["```", "~~~"]), st.integers(0, 12)).map(
    lambda pair: f"{pair[0]}sh\n" + "# x. y\n\n" * pair[1] + pair[0]
)
NESTED = FENCE.map(lambda code: "- in a list.\n\n" + re.sub(r"(?m)^(?=.)", "  ", code))
HEADING = st.tuples(st.integers(1, 6), st.sampled_from(["A", "B", "C d", "Ü"])).map(
    lambda pair: "#" * pair[0] + " " + pair[1]
)
BLOCK = st.one_of(HEADING, HEADING, PARAGRAPH, PARAGRAPH, LIST, TABLE, FENCE, NESTED)
DOCUMENT = st.lists(BLOCK, max_size=25).map("\n\n".join)
LIMITS = st.sampled_from([ChunkLimits(120, 20), ChunkLimits(300, 60), ChunkLimits(80, 0)])


def squeezed(text: str) -> str:
    return "".join(text.split())


def atomic_ranges(parsed: ParsedDocument) -> list[tuple[int, int]]:
    parts = [(code.start_line, code.end_line) for code in parsed.code_blocks]
    return parts + [(table.start_line, table.end_line) for table in parsed.tables]


def holds_atom(parsed: ParsedDocument, one: Chunk) -> bool:
    return any(
        one.start_line <= first and last <= one.end_line for first, last in atomic_ranges(parsed)
    )


@settings(max_examples=100)
@given(DOCUMENT, LIMITS)
def test_the_invariants_hold(source: str, limits: ChunkLimits) -> None:
    parsed = parse_document(source, name="a.md")
    report = chunk_document(parsed, limits)
    chunks = report.chunks
    assert chunk_document(parsed, limits) == report
    assert squeezed("".join(one.content for one in chunks)) == squeezed(source)
    assert [one.index for one in chunks] == list(range(len(chunks)))
    for one in chunks:
        assert one.content in source
        assert one.content.strip()
        assert len(chunks) == 1 or len(one.content) >= limits.min_chars
        assert len(one.content) < limits.max_chars + max(limits.min_chars, 60) or holds_atom(
            parsed, one
        )
    for first, last in atomic_ranges(parsed):
        touching = [one for one in chunks if one.start_line <= last and one.end_line >= first]
        whole = [one for one in touching if one.start_line <= first and last <= one.end_line]
        assert len(whole) == 1


@settings(max_examples=60)
@given(DOCUMENT, LIMITS)
def test_a_chunk_never_consists_of_headings_alone(source: str, limits: ChunkLimits) -> None:
    chunks = chunk_document(parse_document(source, name="a.md"), limits).chunks
    for one in chunks:
        lines = [line for line in one.content.splitlines() if line.strip()]
        is_long_run = len(one.content) > limits.max_chars // 2
        assert len(chunks) == 1 or is_long_run or any(line[0] != "#" for line in lines)


@pytest.mark.parametrize("name", ["a.md", "a.rst", "a.txt"])
@settings(max_examples=60)
@given(text=st.text(alphabet="a.b =-*`:|+\n\n#>\u3002字", max_size=300))
def test_every_format_is_covered(name: str, text: str) -> None:
    parsed = parse_document(text, name=name)
    chunks = chunk_document(parsed, ChunkLimits(60, 10)).chunks
    assert squeezed("".join(one.content for one in chunks)) == squeezed(text)
