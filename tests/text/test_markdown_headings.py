import pytest

from apps.text.parse import parse_document
from apps.text.structure import BlockKind, Heading


def headings(source: str) -> list[tuple[int, str, int]]:
    parsed = parse_document(source, name="a.md")
    return [(heading.level, heading.text, heading.line) for heading in parsed.headings]


def texts(source: str) -> list[str]:
    return [text for _, text, _ in headings(source)]


def test_a_hash_in_a_tilde_fence_is_no_heading() -> None:
    source = "# Deploy\n\n~~~sh\n# stop first\nsystemctl stop app\n~~~\n\n## Verify\nok\n"
    assert headings(source) == [(1, "Deploy", 1), (2, "Verify", 8)]


@pytest.mark.parametrize(
    "inside",
    [
        "```\n# no\n```",
        "~~~~ py\n~~~\n# no\n~~~~",
        "````md\n```\n# no\n```\n````",
        '```yaml title="a" {1,3}\n# no\n```   ',
        "1. step\n\n   ```sh\n   # no\n   ```",
        "    # no, indented",
        "<!--\n# no\n-->",
        "<script>\n# no\n</script>",
        "#no-space",
        "####### seven",
        "\\# escaped",
        "text\n    # lazy",
    ],
)
def test_what_only_looks_like_a_heading_is_none(inside: str) -> None:
    assert texts(f"# A\n\n{inside}\n\n# B\n") == ["A", "B"]


def test_an_unclosed_fence_runs_to_the_end_and_keeps_its_text() -> None:
    source = "# A\n\n```\n# no\nlast"
    parsed = parse_document(source, name="a.md")
    assert [heading.text for heading in parsed.headings] == ["A"]
    assert [block.kind for block in parsed.blocks] == [BlockKind.HEADING, BlockKind.CODE]
    assert source.encode()[parsed.blocks[1].start :] == b"```\n# no\nlast"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("## C#\n", (2, "C#", 1)),
        ("## F##\n", (2, "F##", 1)),
        ("## Go ##\n", (2, "Go", 1)),
        ("# a \\#\n", (1, "a #", 1)),
        ("   # three spaces\n", (1, "three spaces", 1)),
        ("Title\n=====\n", (1, "Title", 1)),
        ("Notes\n-----\n", (2, "Notes", 1)),
        ("two\nlines\n===\n", (1, "two lines", 1)),
        ("#\n\nParagraph\n", (1, "", 1)),
        ("# `code` *em* **strong** [link](x.md) &amp; <b>html</b>\n", None),
        ("# ![logo](x.png) Name\n", (1, "Name", 1)),
        ("# [![logo](x.png)](y)\n", (1, "logo", 1)),
        ("# a<br>b\n", (1, "a b", 1)),
        ("[r]: /x\nTitle\n===\n", (1, "Title", 2)),
        ("# A\r\n", (1, "A", 1)),
    ],
)
def test_headings_are_those_of_commonmark(source: str, expected: tuple[int, str, int]) -> None:
    expected = expected or (1, "code em strong link & html", 1)
    assert headings(source) == [expected]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_counts_once(end: str) -> None:
    source = end.join(["# A", "", "text", "", "## B", "```", "x", "```", ""])
    parsed = parse_document(source, name="a.md")
    assert [(heading.text, heading.line) for heading in parsed.headings] == [("A", 1), ("B", 5)]
    assert [(c.content, c.start_line, c.end_line) for c in parsed.code_blocks] == [("x\n", 6, 8)]
    assert parsed.line_count == 8


def test_a_form_feed_is_no_line() -> None:
    parsed = parse_document("a\n\x0c\n# B\nc", name="a.md")
    assert ([h.line for h in parsed.headings], parsed.line_count) == ([3], 4)


def test_headings_in_quotes_and_lists_are_headings_but_open_no_section() -> None:
    parsed = parse_document("# A\n\n> ## Quoted\n\n- ### Listed\n\n## B\n", name="a.md")
    assert [(h.level, h.text) for h in parsed.headings] == [
        (1, "A"),
        (2, "Quoted"),
        (3, "Listed"),
        (2, "B"),
    ]
    assert [block.kind for block in parsed.blocks] == [
        BlockKind.HEADING,
        BlockKind.QUOTE,
        BlockKind.LIST,
        BlockKind.HEADING,
    ]


def test_offsets_count_bytes_of_the_file() -> None:
    parsed = parse_document("\ufeffÄ\n\n## Ü b ##\n", name="a.md")
    assert parsed.headings == (Heading(2, "Ü b", "ü-b", 3, 7, 17),)
    assert parsed.source.encode()[7:17].decode() == "## Ü b ##"[:9]


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("## Two\n# One\n# Other\n", "One"),
        ("## Two\n", None),
        ("> # Quoted\n\n# Own\n", "Own"),
        ("> # Quoted\n", "Quoted"),
        ("#\n# Named\n", "Named"),
        ("```\n# code\n```\n", None),
        ("", None),
    ],
)
def test_the_title_is_the_first_heading_of_level_one(source: str, title: str | None) -> None:
    assert parse_document(source, name="a.md").title == title


def test_words_and_lines_are_counted() -> None:
    parsed = parse_document("a b\u00a0c\n\nd\u3000e\n", name="a.md")
    assert (parsed.word_count, parsed.line_count) == (5, 3)
    empty = parse_document("", name="a.md")
    assert (empty.word_count, empty.line_count, empty.blocks) == (0, 0, ())
