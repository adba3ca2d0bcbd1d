import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.excerpts import ends_where_it_ends, excerpt, fenced
from apps.text.parse import parse_blocks, parse_document
from apps.text.pieces import pieces_introduced, pieces_within

PAGE = """\
---
title: Page
---
Page
====

Words.

## Steps ##

1. One

   ```sh
   # no heading
   ```
2. Two

| a | b |
|---|---|
| 1 | 2 |

<h1 align="center">Banner</h1>

> Quoted
> head
> ---
"""


def whole(source, *, name="page.md", below=2):
    parsed = parse_document(source, name=name)
    return excerpt(parsed, pieces_within(parsed, 1, parsed.line_count), below=below)


def test_headings_of_every_kind_move_below_the_entry():
    text = whole(PAGE)
    levels = [(one.level, one.text) for one in parse_document(text, name="x.md").headings]
    assert levels == [(3, "Page"), (4, "Steps"), (4, "Quoted head")]
    assert '<h3 align="center">Banner</h3>' in text
    assert "   # no heading" in text
    assert "title: Page" not in text


def test_no_heading_is_deeper_than_the_sixth_level():
    deep = "".join(f"{'#' * level} H{level}\n\n" for level in range(1, 7))
    levels = [one.level for one in parse_document(whole(deep), name="x.md").headings]
    assert levels == [3, 4, 5, 6, 6, 6]


def test_pieces_are_blocks_and_items_of_lists():
    parsed = parse_document(PAGE, name="page.md")
    lines = [(one.start_line, one.end_line) for one in pieces_within(parsed, 1, 99)]
    assert lines == [
        *((4, 5), (7, 7), (9, 9), (11, 15), (16, 16), (18, 20), (22, 22), (24, 26)),
    ]


def test_pieces_between_lines_are_whole():
    parsed = parse_document(PAGE, name="page.md")
    assert [one.start_line for one in pieces_within(parsed, 9, 17)] == [9, 11, 16]
    assert [one.start_line for one in pieces_within(parsed, 19, 19)] == [18]
    assert pieces_within(parsed, 90, 99) == []


@pytest.mark.parametrize(
    "text", ["a\n\n```sh\nls", "<!-- open", "<pre>\n\nopen", "~~~\nx\n```", "<script>\n\nx"]
)
def test_markdown_that_would_swallow_what_follows_is_fenced(text):
    assert not ends_where_it_ends(text)
    shown = whole(text)
    assert ends_where_it_ends(shown)
    assert parse_document(shown, name="x.md").code_blocks[0].content.strip() == text.strip()


def test_other_formats_stand_in_a_fence():
    text = "Title\n=====\n\n``x``::\n\n   ````\n"
    assert whole(text, name="a.rst") == f"`````rst\n{text.strip()}\n`````"


def test_a_fence_is_longer_than_any_inside():
    assert fenced("a\n````\nb", "") == "`````\na\n````\nb\n`````"


def test_line_ends_of_any_system_become_plain():
    assert whole("# A\r\n\r\nb\rc\r\n") == "### A\n\nb\nc"


def test_offsets_count_bytes():
    assert whole("# Ünï\n\n部署\n\n## 二\n\nx\n") == "### Ünï\n\n部署\n\n#### 二\n\nx"


@pytest.mark.parametrize("name", ["page.md", "page.rst", "page.txt", "page.adoc", "page.html"])
def test_blocks_and_headings_are_the_same_without_the_rest(name):
    source = (
        PAGE + "\nTitle\n-----\n\nSee `this <https://a.example>`_::\n\n   code\n\n- one\n- two\n"
    )
    whole_document, outline = (read(source, name=name) for read in (parse_document, parse_blocks))
    assert (outline.blocks, outline.headings) == (whole_document.blocks, whole_document.headings)
    assert outline.title == whole_document.title


TABS = """\
# Tabs

Set it so:

=== "TOML"

    ```toml
    a = 1
    ```

=== "YAML"

    a: 1

Words.

The steps are these:

1. One
2. Two

After that:

## Next

    code
"""


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        ((3, 5), [3, 5, 7]),
        ((7, 9), [5, 7]),
        ((7, 11), [5, 7, 11, 13]),
        ((13, 15), [11, 13, 15]),
        ((17, 17), [17, 19]),
        ((19, 20), [17, 19, 20]),
        ((22, 22), [22]),
        ((24, 26), [24, 26]),
    ],
)
def test_what_announces_and_what_is_announced_stay_together(lines, shown):
    parsed = parse_document(TABS, name="page.md")
    assert [one.start_line for one in pieces_introduced(parsed, *lines)] == shown


@given(first=st.integers(1, 30), length=st.integers(0, 30))
def test_pieces_are_whole_in_order_and_at_most_two_more_than_begin_on_the_lines(first, length):
    for source in (PAGE, TABS):
        parsed = parse_document(source, name="page.md")
        every = pieces_within(parsed, 1, parsed.line_count)
        within = pieces_within(parsed, first, first + length)
        shown = pieces_introduced(parsed, first, first + length)
        assert [one for one in every if first <= one.start_line <= first + length] in ([], within)
        assert [one for one in every if one in shown] == shown
        assert set(within) <= set(shown)
        assert len(shown) <= len(within) + 2
