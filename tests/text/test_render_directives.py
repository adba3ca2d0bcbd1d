from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.render import render_document


def rendered(text, name="a.md"):
    return render_document(parse_document(text, name=name))


def callout(kind, title, body):
    return (
        f'<div class="callout callout-{kind}" role="note">\n'
        f'<p class="callout-title">{title}</p>\n{body}</div>\n'
    )


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (":::note\nWords.\n:::\n", callout("note", "Note", "<p>Words.</p>\n")),
        (":::tip\n\nWords.\n\n:::\n", callout("tip", "Tip", "<p>Words.</p>\n")),
        (
            "::: warning Mind the `gap`\n\n- one\n- two\n\n:::\n",
            callout(
                "warning",
                "Mind the <code>gap</code>",
                "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n",
            ),
        ),
        (
            ":::tip\nFirst:\n\n- one\n- two\n:::\n\nAfter.\n",
            callout("tip", "Tip", "<p>First:</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n")
            + "<p>After.</p>\n",
        ),
        (
            ":::tip\n\n> said\n:::\n",
            callout("tip", "Tip", "<blockquote>\n<p>said</p>\n</blockquote>\n"),
        ),
        (":::danger[Hot]\nWords.\n:::\n", callout("caution", "Hot", "<p>Words.</p>\n")),
        (
            ":::details More\n\nWords.\n\n:::\n",
            "<details>\n<summary>More</summary>\n<p>Words.</p>\n</details>\n",
        ),
    ],
)
def test_lines_of_colons_become_a_frame(text, html):
    assert rendered(text) == html


def test_frames_stand_in_each_other():
    text = "::::info\n\n:::tip\n\nIn.\n\n:::\n\nOut.\n\n::::\n"
    inner = callout("tip", "Tip", "<p>In.</p>\n")
    assert rendered(text) == callout("note", "Info", inner + "<p>Out.</p>\n")


@pytest.mark.parametrize(
    "text",
    [
        ":::note\nNever closed.\n",
        "Words.\n:::\n",
        ":::tabs\nUnknown.\n:::\n",
        "```\n:::note\nCode.\n:::\n```\n",
        "`:::note` and `:::`\n",
        "- :::note\n\nOutside.\n\n:::\n",
        ":::note\n\n- a\n  - b\n  :::\n- c\n",
        "> :::note\n\nOutside.\n\n:::\n",
        '<a title="<p>:::note</p>">x</a>\n\n:::\n',
    ],
)
def test_what_is_no_whole_frame_stays_as_it_was_written(text):
    html = rendered(text)
    assert "callout" not in html
    assert ":::" in html


def test_headings_in_a_frame_keep_their_anchors_and_the_index_its_text():
    text = ":::note\n\n## Inside\n\nWords.\n\n:::\n\n## After\n"
    html = rendered(text)
    assert '<h2 id="inside"' in html
    assert '<h2 id="after"' in html
    assert [heading.anchor for heading in parse_document(text, name="a.md").headings] == [
        "inside",
        "after",
    ]


def test_a_frame_lets_no_markup_through():
    html = rendered(":::note <script>alert(1)</script> <b onclick=x>y</b>\nWords.\n:::\n")
    assert "<script" not in html
    assert "onclick" not in html


@pytest.mark.parametrize(
    "text", [":::note\n\n" * 20_000, "\n\n:::\n" * 30_000, ":::note " * 50_000]
)
def test_many_frames_take_linear_time(text):
    assert rendered(text)


class Balance(HTMLParser):
    """Notes every end tag that does not end the last one that is open."""

    VOID = frozenset({"hr", "br", "img", "input", "col", "wbr"})

    def __init__(self):
        super().__init__()
        self.open = []
        self.wrong = []

    def handle_starttag(self, tag, attributes):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


LINES = st.sampled_from(
    [
        *(":::note", ":::tip A `b`", "::: details x", ":::", "::::", "  :::", "", "", "words"),
        *("- item", "  - inner", "1. one", "> quote", "> - in", "# head", "```", "| a | b |"),
        *("|---|---|", "<div>", "</div>", "    code"),
    ]
)


@given(st.lists(LINES, max_size=14))
def test_frames_never_cut_through_another_element(lines):
    balance = Balance()
    balance.feed(rendered("\n".join(lines)))
    assert (balance.wrong, balance.open) == ([], [])
