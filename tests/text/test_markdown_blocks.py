import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.errors import EncodingError
from apps.text.parse import parse_document
from apps.text.structure import BlockKind, CodeBlock, ParsedDocument, Table


def parse(source: str) -> ParsedDocument:
    return parse_document(source, name="a.md")


def slices(source: str) -> list[tuple[str, str]]:
    data = source.encode()
    return [
        (block.kind.value, data[block.start : block.end].decode()) for block in parse(source).blocks
    ]


@pytest.mark.parametrize(
    ("info", "language"),
    [
        ("", ""),
        ("py", "py"),
        (" c++ ", "c++"),
        ("objective-c", "objective-c"),
        ('yaml title="a.yml" {2}', "yaml"),
        ("yaml{1,3}", "yaml"),
        ("rust,ignore", "rust"),
        ("{.python .lines}", "python"),
        ("{code-block} toml", "code-block"),
    ],
)
def test_the_language_is_the_first_word_of_the_info_string(info: str, language: str) -> None:
    assert parse(f"~~~{info}\nx\n~~~\n").code_blocks == (CodeBlock(language, "x\n", 1, 3),)


def test_fences_are_found_in_lists_and_quotes_and_keep_inner_fences() -> None:
    source = "- a\n\n  ````md\n  ```\n  # x\n  ```\n  ````\n\n> ~~~\n> q\n> ~~~\n"
    assert parse(source).code_blocks == (
        CodeBlock("md", "```\n# x\n```\n", 3, 7),
        CodeBlock("", "q\n", 9, 11),
    )


def test_indented_code_is_a_code_block_but_no_fence() -> None:
    parsed = parse("a\n\n    x\n\n    y\n\nb\n")
    assert parsed.code_blocks == ()
    assert [block.kind.value for block in parsed.blocks] == ["paragraph", "code", "paragraph"]


def test_tables_follow_gfm() -> None:
    source = "a | `b \\| c` | d\n--|:-:|--\n1 | |[x](y)\n2\n3|4|5|6\n\nend"
    assert parse(source).tables == (
        Table(("a", "b | c", "d"), (("1", "", "x"), ("2", "", ""), ("3", "4", "5")), 1, 5),
    )


def test_a_table_in_a_fence_is_none_and_a_table_without_rows_is_one() -> None:
    assert parse("```\n| a |\n|---|\n| 1 |\n```\n").tables == ()
    assert parse("| a |\n|---|\n").tables == (Table(("a",), (), 1, 2),)


def test_blocks_cover_definitions_and_keep_indentation() -> None:
    source = (
        "  para\n\n- one\n\n  more\n- two\n\n[r]: /x\n[s]: /y\n\n***\n\n> q\n\n"
        "<div>\n\n[^1]: note\n\n    code\n"
    )
    assert slices(source) == [
        ("paragraph", "  para"),
        ("list", "- one\n\n  more\n- two"),
        ("definition", "[r]: /x\n[s]: /y"),
        ("rule", "***"),
        ("quote", "> q"),
        ("html", "<div>"),
        ("definition", "[^1]: note\n\n    code"),
    ]


def test_list_items_split_the_list() -> None:
    source = "1. ä\n   - in\n\n2. b\n"
    (block,) = parse(source).blocks
    data = source.encode()
    assert [data[start:end].decode() for start, end in block.items] == ["1. ä\n   - in", "2. b"]
    assert (block.start_line, block.end_line) == (1, 4)


def test_a_lone_surrogate_is_refused_by_name() -> None:
    with pytest.raises(EncodingError) as caught:
        parse("a \ud800 b")
    assert caught.value.message == "The text holds half of a surrogate pair."


def test_an_unknown_suffix_is_read_as_markdown() -> None:
    assert parse_document("# A\n", name="README").format == "markdown"
    assert parse_document("# A\n", name="x/PAGE.MDX").format == "mdx"


LINES = st.sampled_from(
    [
        "# a", "## b ##", "===", "---", "text", "  text.", "- item", "  - inner", "1. one",
        "> quote", "```", "~~~", "````py", "    code", "\tcode", "| a | b |", "|---|---|",
        "<div>", "<!--", "-->", "[r]: /x", "[a][r] [[w]]", "[^1]: n", "", "", " ", "\x0c", "ü",
        "***", "\\", "`", "title: x", "\u00a0", "> # q", "- # l", "[x](y", ": d", "\ufeff",
    ]
)  # fmt: skip
DOCUMENTS = st.builds(
    lambda lines, end: end.join(lines),
    st.lists(LINES, max_size=30),
    st.sampled_from(["\n", "\r\n", "\r", "\n\r\n"]),
)


def squeezed(text: str) -> str:
    return "".join(text.split())


@settings(max_examples=150)
@given(DOCUMENTS | st.text(max_size=80))
def test_blocks_cover_every_character_once_and_in_order(source: str) -> None:
    try:
        parsed = parse(source)
    except EncodingError:
        return
    data = source.encode()
    covered = "".join(data[b.start : b.end].decode() for b in parsed.blocks)
    assert squeezed(covered) == squeezed(source.removeprefix("\ufeff"))
    lines = data.splitlines(keepends=True)
    for block in parsed.blocks:
        before = b"".join(lines[: block.start_line - 1])
        upto = b"".join(lines[: block.end_line])
        assert len(before) <= block.start < block.end <= len(upto)
        assert block.kind is not BlockKind.FRONT_MATTER or block is parsed.blocks[0]
        if block.items:
            assert block.items[0][0] == block.start
            assert block.items[-1][1] == block.end
    anchors = [heading.anchor for heading in parsed.headings]
    assert len(set(anchors)) == len(anchors)
    assert sum(b.kind is BlockKind.HEADING for b in parsed.blocks) <= len(parsed.headings)
