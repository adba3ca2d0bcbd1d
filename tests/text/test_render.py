import re

import pytest

from apps.text import render
from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.structure import LinkType


def html_of(source, name="a.md", resolve=None):
    return render_document(parse_document(source, name=name), resolve=resolve).strip()


def ids_in(html):
    return re.findall(r'<h[1-6][^>]* id="([^"]*)"', html)


def test_headings_carry_the_anchors_of_the_parser():
    source = "# Filter\n## Examples\na\n# Sort `x`\n## Examples\nb\n## Examples 1\n> # Quoted\n"
    parsed = parse_document(source, name="a.md")
    assert ids_in(render_document(parsed)) == [heading.anchor for heading in parsed.headings]


def test_a_heading_can_be_linked_to_and_the_link_adds_no_text():
    assert html_of("# A & B") == (
        '<h1 id="a--b">A &amp; B<a class="heading-anchor" href="#a--b"'
        ' aria-label="Link to “A &amp; B”"></a></h1>'
    )


def test_front_matter_is_not_shown_and_later_headings_keep_their_anchors():
    html = html_of("---\ntitle: Secret\n---\n# Shown\n")
    assert "Secret" not in html
    assert ids_in(html) == ["shown"]


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "a *b* **c** ~~d~~ `e`",
            "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>",
        ),
        ("a  \nb\nc", "<p>a<br>\nb\nc</p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("3. a", '<ol start="3">\n<li>a</li>\n</ol>'),
        ("> a", "<blockquote>\n<p>a</p>\n</blockquote>"),
        ("---", "<hr>"),
        ("a < b & c &amp; d", "<p>a &lt; b &amp; c &amp; d</p>"),
        ("- [x] b", '<ul>\n<li><input checked disabled type="checkbox"> b</li>\n</ul>'),
        ("H<sub>2</sub>O<br>x", "<p>H<sub>2</sub>O<br>x</p>"),
        ("<u>open", "<p><u>open</u></p>"),
        ("Vec<T> and <your-name>", "<p>Vec&lt;T&gt; and &lt;your-name&gt;</p>"),
        ("the <script> tag", "<p>the &lt;script&gt; tag</p>"),
        ("<!-- hidden -->", ""),
        ("", ""),
    ],
)
def test_markdown_becomes_plain_html(source, html):
    assert html_of(source) == html


def test_github_callouts_have_a_kind_and_a_title():
    assert html_of("> [!WARNING]\n> Hot") == (
        '<div class="callout callout-warning" role="note">'
        '<p class="callout-title">Warning</p>\n<p>Hot</p>\n</div>'
    )


def test_a_table_stands_in_a_frame_that_scrolls():
    assert html_of("| a | b |\n|---|:-:|\n| 1 | 2 |") == (
        '<div class="table-frame" tabindex="0" role="region" aria-label="Table"><table>\n'
        '<thead><tr><th scope="col">a</th><th scope="col" class="align-center">b</th></tr></thead>'
        '<tbody>\n<tr><td>1</td><td class="align-center">2</td></tr>\n</tbody></table></div>'
    )


def test_code_is_highlighted_by_classes_under_its_language():
    html = html_of('```py title="x" {1}\nx = "<b>"\n```')
    assert html.startswith('<div class="code-block"><div class="code-label">py</div><pre')
    assert '<span class="n">x</span>' in html
    assert "&lt;b&gt;" in html


def test_code_of_an_unknown_language_is_plain_under_its_label():
    assert html_of("~~~klingon\n<q>\n~~~") == (
        '<div class="code-block"><div class="code-label">klingon</div>'
        '<pre class="highlight" tabindex="0"><code>&lt;q&gt;\n</code></pre></div>'
    )


def test_a_diagram_is_shown_as_its_source():
    html = html_of("```mermaid\ngraph TD; A-->B\n```")
    assert '<div class="code-block diagram"><div class="code-label">Mermaid diagram' in html
    assert "A--&gt;B" in html


def test_footnotes_are_numbered_by_use_and_lead_back():
    html = html_of("x[^b] y[^a] z[^b]\n\n[^a]: first\n\n[^b]: second\n\n[^c]: never used")
    assert re.findall(r'href="#(fn[^"]*)"', html) == ["fn:1", "fn:2", "fn:1", "fnref:1", "fnref:2"]
    assert html.index("second") < html.index("first")
    assert "never used" not in html


def test_links_are_resolved_and_those_that_lead_nowhere_are_marked():
    asked = []

    def resolve(href, kind):
        asked.append((href, kind))
        return None if "gone" in href else f"/docs/{href}"

    html = html_of(
        "[a](b.md#x) [c](gone.md) [[Page|label]] [[gone]] ![i](p.png) ![j](gone.png)\n\n"
        '<a href="raw.md">raw</a> [r][ref] [abs](https://e.x) [here](#top)\n\n[ref]: /r?q=1 "T"',
        resolve=resolve,
    )
    assert asked == [
        ("b.md#x", LinkType.MARKDOWN),
        ("gone.md", LinkType.MARKDOWN),
        ("Page", LinkType.WIKI),
        ("gone", LinkType.WIKI),
        ("p.png", LinkType.RELATIVE),
        ("gone.png", LinkType.RELATIVE),
        ("raw.md", LinkType.MARKDOWN),
        ("/r?q=1", LinkType.RELATIVE),
    ]
    assert '<a href="/docs/b.md#x">a</a>' in html
    assert '<a class="broken-link" title="gone.md">c</a>' in html
    assert '<a class="wiki-link" href="/docs/Page">label</a>' in html
    assert '<a class="wiki-link broken-link" title="gone">gone</a>' in html
    assert '<img alt="i" loading="lazy" referrerpolicy="no-referrer" src="/docs/p.png">' in html
    assert '<span class="broken-image" title="gone.png">j</span>' in html
    assert '<a href="/docs/raw.md">raw</a>' in html
    assert '<a href="/docs//r?q=1" title="T">r</a>' in html
    assert '<a class="external-link" href="https://e.x" rel="noopener nofollow">abs</a>' in html


def test_embeds_show_images_and_link_to_everything_else():
    html = html_of(
        "![[plan.png|300]] ![[gone.png|A plan]] | ![[Page|label]] `![[x.png]]`",
        resolve=lambda href, kind: f"/{kind}/{href}" if href[0] in "pP" else None,
    )
    image = 'loading="lazy" referrerpolicy="no-referrer" src="/wiki/plan.png"'
    assert html == (
        f'<p><img alt="plan.png" {image}> '
        '<span class="broken-image" title="gone.png">A plan</span> | '
        '<a class="wiki-link" href="/wiki/Page">label</a> <code>![[x.png]]</code></p>'
    )


def test_without_a_resolver_targets_stay_as_written():
    assert html_of("[a](b%20c.md)") == '<p><a href="b%20c.md">a</a></p>'


def test_links_inside_the_page_are_checked_against_its_own_ids():
    html = html_of('# One Two\n\n[a](#one-two) [b](#One-Two) [c](#no) [d](#x)\n\n<a name="x"></a>')
    assert re.findall(r"<a [^>]*>[abcd]</a>", html) == [
        '<a href="#one-two">a</a>',
        '<a href="#one-two">b</a>',
        '<a class="broken-link" title="#no">c</a>',
        '<a href="#x">d</a>',
    ]


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("see https://e.x/a_(b). ok", 'href="https://e.x/a_(b)"'),
        ("[//h](//evil.example/y)", 'href="https://evil.example/y" rel="noopener nofollow"'),
        ("<a@b.example>", '<a href="mailto:a@b.example">a@b.example</a>'),
        ("![x](data:image/png;base64,AAAA)", 'src="data:image/png;base64,AAAA"'),
        ("`[[no]]` \\[[no]]", "<p><code>[[no]]</code> [[no]]</p>"),
        ("[[my *page*]] x", '<a class="wiki-link" href="my *page*">my *page*</a>'),
    ],
)
def test_targets_are_written_as_a_reader_expects(source, html):
    assert html in html_of(source)


def test_raw_html_stays_balanced_and_cannot_swallow_the_page():
    html = html_of(
        '<div align="center">\n\n# T\n\n<b>x\n\n</div></div>\n\n'
        "<details><summary>s</summary>\n\n- a"
    )
    assert '<div class="align-center">' in html
    assert html.count("<div") == html.count("</div>")
    assert html.endswith("</ul>\n</details>")


def test_an_html_comment_left_open_hides_nothing():
    assert "after" in html_of("<!-- open\n\nafter")


def test_placeholders_in_html_blocks_are_text_and_components_on_their_own_line_are_not():
    assert html_of("<pre>\nList<String> x\n</pre>") == "<pre>List&lt;String&gt; x\n</pre>"
    assert html_of("<Tabs>\n\na\n\n</Tabs>") == "<p>a</p>"


def test_script_and_style_blocks_are_left_out_whole():
    assert html_of("<script>\nalert(1)\n</script>\n\n<style>p{}</style>\n\nok") == "<p>ok</p>"


def test_mdx_code_and_components_are_left_out_and_their_content_stays():
    source = "import X from './x'\n\n# T\n\n<Tabs>\n\ntext <Pill>new</Pill>\n\n</Tabs>\n"
    html = html_of(source, name="a.mdx")
    assert "import" not in html
    assert "<p>text new</p>" in html
    assert ids_in(html) == ["t"]


def test_rendering_twice_gives_the_same():
    source = "# A\n\n![x](y.png) - [ ] z\n\n- [x] a\n\n```py\nx\n```"
    assert html_of(source) == html_of(source)


def test_a_very_long_document_is_cut_at_a_block_and_says_so(monkeypatch):
    monkeypatch.setattr(render, "LONGEST_SOURCE", 1000)
    html = html_of("word\n\n" * 400)
    assert html.count("<p>word</p>") == 167
    assert html.endswith("only its beginning is shown here. The raw view has all of it.</p>")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_end_gives_the_same_headings_and_anchors(end):
    source = "# A\n\n```sh\n# no\n```\t\n\n## B\n\n- x\n".replace("\n", end)
    parsed = parse_document(source, name="a.md")
    assert [h.anchor for h in parsed.headings] == ["a", "b"]
    assert ids_in(render_document(parsed)) == ["a", "b"]
