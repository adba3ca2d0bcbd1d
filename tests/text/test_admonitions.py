import pytest

from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.rewriting import rewrite_links

SOURCE = """Before.

!!! warning "Mind <the> gap"

    ## Inside
    See [b](b.md).

    ??? tip
        ```sh
        # no heading
        ```

After.

- !!! x
"""


def html_of(source):
    html = render_document(parse_document(source, name="a.md"))
    return "\n".join(line for line in html.splitlines() if line.strip())


def test_the_text_of_an_admonition_is_read_as_markdown_with_the_lines_of_the_file():
    parsed = parse_document(SOURCE, name="a.md")
    assert [(heading.text, heading.line) for heading in parsed.headings] == [("Inside", 5)]
    assert [(link.href, link.line) for link in parsed.links] == [("b.md", 6)]
    assert [code.content for code in parsed.code_blocks] == ["# no heading\n"]
    assert rewrite_links(SOURCE, lambda _: "c.md") == SOURCE.replace("b.md", "c.md")


def test_an_admonition_is_shown_as_a_callout_and_a_folded_one_as_details():
    html = html_of(SOURCE)
    opening = '<div class="callout callout-warning" role="note">\n<p class="callout-title">'
    assert f"{opening}Mind &lt;the&gt; gap</p>" in html
    assert "<details>\n<summary>Tip</summary>" in html
    assert (html.count("<ul>"), html.count("<li>"), html.count("</div>\n<p>After")) == (1, 1, 1)
    assert html_of('???+ note "Q"\n    a') == '<details open="">\n<summary>Q</summary>\na</details>'
    assert (
        html_of('!!! odd-kind ""\n    a')
        == '<div class="callout callout-note" role="note">\na</div>'
    )


@pytest.mark.parametrize(
    "source",
    [
        "```\n!!! note\n    text\n```\n",
        "~~~~\n~~~\n!!! note\n    text\n~~~~\n",
        "    !!! note\n        text\n",
        "!!! note\n\nno text below\n",
        "!!!note\n    text\n",
        "wow!!! note\n    text\n",
        "!!! note more words.\n    text\n",
    ],
)
def test_what_only_looks_like_one_stays_as_it_is(source):
    html = html_of(source)
    assert "callout" not in html
    assert "!!!" in html


def test_line_ends_and_wide_characters_keep_every_offset():
    for source in (SOURCE.replace("\n", "\r\n"), SOURCE.replace("\n", "\r"), f"é\n{SOURCE}"):
        parsed = parse_document(source, name="a.md")
        [heading] = parsed.headings
        assert source.encode()[heading.start : heading.end].decode() == "## Inside"
        assert 'callout-warning" role' in html_of(source)
