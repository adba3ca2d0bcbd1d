import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.front_matter import split_front_matter
from apps.text.parse import parse_document
from apps.text.structure import BlockKind, ParsedDocument


def parse(source: str) -> ParsedDocument:
    return parse_document(source, name="a.md")


def test_scalars_keep_their_written_text() -> None:
    parsed = parse(
        "---\ndate: 2026-01-02\nat: 12:30\ncountry: no\nversion: 1.10\nbuild: 007\n"
        "draft: true\ncount: 12\nempty:\nquoted: 'true'\nlist: [1.0, on]\n---\n# T\n"
    )
    assert parsed.front_matter == {
        "date": "2026-01-02",
        "at": "12:30",
        "country": "no",
        "version": "1.10",
        "build": "007",
        "draft": True,
        "count": 12,
        "empty": None,
        "quoted": "true",
        "list": ["1.0", "on"],
    }
    assert parsed.front_matter_error is None
    assert json.loads(json.dumps(parsed.front_matter)) == parsed.front_matter


@pytest.mark.parametrize(
    "source",
    [
        "---\ntitle: Café\n---\nbody",
        "\ufeff---\r\ntitle: Café\r\n---\r\nbody",
        "---\rtitle: Café\r---\rbody",
        "\n \n---\ntitle: Café\n---\nbody",
        "--- \ntitle: Café\n...\nbody",
    ],
)
def test_marks_blank_lines_and_line_ends_do_not_hide_metadata(source: str) -> None:
    parsed = parse(source)
    assert parsed.front_matter == {"title": "Café"}
    assert parsed.title == "Café"
    assert [block.kind for block in parsed.blocks] == [
        BlockKind.FRONT_MATTER,
        BlockKind.PARAGRAPH,
    ]
    assert parsed.headings == ()


@pytest.mark.parametrize(
    ("inner", "error"),
    [
        (
            "title: {{title}}",
            "The YAML uses a list or mapping as a key (line 1 of the block).",
        ),
        (
            "title: Foo: bar",
            "The YAML is not valid: mapping values are not allowed in this context (line 2).",
        ),
        ("- a\n- b", "The front matter is a list, not a mapping."),
        ("a: &x [*x]", "The YAML uses the alias *x, which is not defined."),
        ("a: " + "{b: " * 40 + "1" + "}" * 40, "The YAML is nested deeper than 32 levels."),
        ("a:\n" + "  - x\n" * 11_000, "The front matter is larger than 64 KiB."),
        ("a: [" + "x," * 11_000 + "]", "The YAML holds more than 10000 values."),
    ],
)
def test_damaged_metadata_is_an_error_and_loses_nothing(inner: str, error: str) -> None:
    source = f"---\n{inner}\n---\n# Body\n"
    parsed = parse(source)
    assert (parsed.front_matter, parsed.front_matter_error) == ({}, error)
    assert parsed.title == "Body"
    first = parsed.blocks[0]
    assert first.kind is BlockKind.FRONT_MATTER
    assert source[first.start : first.end] == f"---\n{inner}\n---"


def test_an_alias_bomb_is_an_error() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    parsed = parse("---\n" + "\n".join(lines) + "\n---\nbody")
    assert parsed.front_matter_error == "The YAML holds more than 10000 values."


def test_few_aliases_are_fine() -> None:
    assert parse("---\na: &x {k: v}\nb: *x\n---\n").front_matter == {
        "a": {"k": "v"},
        "b": {"k": "v"},
    }


def test_no_tag_is_ever_constructed() -> None:
    parsed = parse("---\nx: !!python/object/apply:os.system [ls]\ny: !!int '3'\n---\n")
    assert parsed.front_matter == {"x": ["ls"], "y": "3"}


@pytest.mark.parametrize(
    "source",
    [
        "---\njust prose, then a rule\n---\nbody",
        "---\n\nprose\n\n---\n",
        "---\ntitle: never closed\n",
        "text first\n---\ntitle: x\n---\n",
        "----\ntitle: x\n---\n",
        " ---\ntitle: x\n---\n",
        "",
    ],
)
def test_a_thematic_break_is_no_front_matter(source: str) -> None:
    assert split_front_matter(source) is None
    parsed = parse(source)
    assert (parsed.front_matter, parsed.front_matter_error) == ({}, None)


def test_prose_between_two_rules_stays_text() -> None:
    parsed = parse("---\njust prose, then a rule\n---\nbody")
    assert [heading.text for heading in parsed.headings] == ["just prose, then a rule"]


def test_empty_metadata_is_metadata() -> None:
    parsed = parse("---\n---\ntext")
    assert (parsed.front_matter, parsed.front_matter_error) == ({}, None)
    assert [block.kind for block in parsed.blocks] == [
        BlockKind.FRONT_MATTER,
        BlockKind.PARAGRAPH,
    ]


@pytest.mark.parametrize(
    ("inner", "title"),
    [
        ("title: 2024", "2024"),
        ("title: true", "true"),
        ("title: 1.10", "1.10"),
        ("title: >\n  two\n  lines", "two lines"),
        ("title:", "Heading"),
        ("title: ''", "Heading"),
        ("title: [a]", "Heading"),
        ("titel: x", "Heading"),
    ],
)
def test_the_title_is_a_text_or_falls_back_to_the_heading(inner: str, title: str) -> None:
    assert parse(f"---\n{inner}\n---\n# Heading\n").title == title


def test_keys_are_texts() -> None:
    assert parse("---\n1: x\ntrue: y\nnull: z\n2026-01-02: d\n---\n").front_matter == {
        "1": "x",
        "true": "y",
        "null": "z",
        "2026-01-02": "d",
    }


def test_lines_of_the_body_count_from_the_top_of_the_file() -> None:
    parsed = parse("---\r\na: 1\r\n---\r\n\r\n# T\r\n[x](y)\r\n")
    assert [heading.line for heading in parsed.headings] == [5]
    assert [link.line for link in parsed.links] == [6]
    assert parsed.source.encode()[parsed.headings[0].start :].startswith(b"# T")


@given(st.text(alphabet="ab:-[]{}&*!|>'\"#%@`, \n\t0", max_size=60))
def test_whatever_stands_between_the_fences_is_answered(inner: str) -> None:
    parsed = parse(f"---\n{inner}\n---\nbody\n")
    json.dumps(parsed.front_matter)
    assert parsed.front_matter == {} or parsed.front_matter_error is None
