import pytest

from apps.text.parse import parse_document
from apps.text.sections import section_tree
from apps.text.structure import BlockKind, CodeBlock, Table
from tests.text.formats.reading import block_texts, headings, html_of, links, sections

PAGE = """<!DOCTYPE html>
<html><head><title>Caf\u00e9 &amp; Co</title><meta name="Description" content="A page">
<style>h1 { color: red }</style></head>
<body><script>var a = "<h1>no</h1>";</script><!-- <h1>no</h1> -->
<div><section id="start">
<h1>Welc\u00f6me <code>you</code><a class="headerlink" href="#start">\u00b6</a></h1>
<p>See <a href="b.html">the <b>other</b></a>.
<p>Unclosed
<h2>Same</h2><p>a</p><h2>Same</h2><p>b</p>
<div class="highlight-python notranslate"><div class="highlight"><pre><span>x</span> = 1
</pre></div></div>
<pre><code class="language-js">a &lt; b</code></pre>
<table><tr><th>A<th>B</tr><tr><td>1<td><b>2</b></table>
<template><h2>no</h2></template>
<h3>Broken
<p>rest</section></div></body></html>
"""


def test_a_whole_page_has_its_headings_and_metadata():
    parsed = parse_document(PAGE, name="a.html")
    assert parsed.title == "Caf\u00e9 & Co"
    assert parsed.front_matter == {"title": "Caf\u00e9 & Co", "description": "A page"}
    assert headings(PAGE, "a.html") == [
        (1, "Welc\u00f6me you", 6),
        (2, "Same", 9),
        (2, "Same", 9),
        (3, "Broken", 15),
    ]
    assert [h.anchor for h in parsed.headings] == ["start", "same", "same-1", "broken"]
    assert parsed.code_blocks == (
        CodeBlock("python", "x = 1\n", 10, 11),
        CodeBlock("js", "a < b", 12, 12),
    )
    assert parsed.tables == (Table(("A", "B"), (("1", "2"),), 13, 13),)
    assert links(PAGE, "a.html") == [("the other", "b.html", 7)]
    assert parsed.blocks[0].kind is BlockKind.FRONT_MATTER


def test_every_heading_opens_a_section_even_in_one_line():
    source = "<h1>A</h1><p>x</p><div><h2>B</h2>y</div><h2>C</h2>z"
    data = source.encode()
    tree = section_tree(parse_document(source, name="a.html"))
    assert [(s.title, data[s.start : s.end].decode()) for s in tree] == [
        ("A", "<h1>A</h1><p>x</p><div>"),
        ("B", "<h2>B</h2>y</div>"),
        ("C", "<h2>C</h2>z"),
    ]


def test_blocks_are_the_elements_that_no_heading_cuts():
    source = "<p>a</p>\n<ul><li>b</ul>\n<blockquote><h2>c</h2>d</blockquote>\n<pre>e</pre>"
    assert block_texts(parse_document(source, name="a.html")) == [
        ("paragraph", "<p>a</p>"),
        ("list", "<ul><li>b</ul>"),
        ("html", "<blockquote>"),
        ("heading", "<h2>c</h2>"),
        ("html", "d</blockquote>"),
        ("code", "<pre>e</pre>"),
    ]


@pytest.mark.parametrize(
    ("source", "titles"),
    [
        ("<h1>A<h2>B</h1>c", ["A", "B"]),
        ("<H1 CLASS=x>A</H1 >", ["A"]),
        ("<h1>A &lt;b&gt; &amp;</h1>", ["A <b> &"]),
        ("<h1>A<br>B</h1>", ["A B"]),
        ("<pre>x<h1>A</h1>", ["A"]),
        ("<table><tr><td><h2>A</h2>", ["A"]),
        ("<h1>A</h1", ["A</h1"]),
        ("<!-- <h1>A</h1>", ["A"]),
        ("<script><h1>A</h1>", ["A"]),
        ("<svg><h1>no</h1></svg><h1>A</h1>", ["A"]),
        ("<h7>no</h7>", []),
        ("a < b <h1>A</h1>", ["A"]),
    ],
)
def test_broken_markup_is_read_all_the_same(source, titles):
    assert [text for _, text, _ in headings(source, "a.html")] == titles


def test_the_anchor_is_the_id_of_the_element_around_unless_text_stands_between():
    source = (
        '<div id="a"><h1>A</h1></div><div id="x">text <h1>B</h1></div><h1><a name="c"></a>C</h1>'
    )
    anchors = [h.anchor for h in parse_document(source, name="a.html").headings]
    assert anchors == ["a", "b", "c"]
    assert html_of(source, "a.html").count('id="a"') == 1


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("<article><p>a <b>b</b></article>", "<p>a <b>b</b></p>"),
        ("<title>no</title><p>a", "<p>a</p>"),
        ("a &amp; b < c", "a &amp; b &lt; c"),
        ("<p onclick=x>a<script>b</script></p>", "<p>a</p>"),
        ("<a href='javascript:x'>a</a>", '<a class="broken-link">a</a>'),
        ("<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"),
        (
            "<pre>\n<b>a</b> &lt;</pre>",
            (
                '<div class="code-block"><pre class="highlight" tabindex="0"><code>a &lt;</code>'
                "</pre></div>"
            ),
        ),
        (
            "<table><tr><td>a</table>",
            (
                '<div class="table-frame" tabindex="0" role="region" aria-label="Table"><table>'
                "<tbody><tr><td>a</td></tr></tbody></table></div>"
            ),
        ),
    ],
)
def test_a_page_shows_what_is_safe(source, html):
    assert html_of(source, "a.html") == html


def test_a_page_without_headings_is_one_section():
    assert sections("<p>a</p><p>b</p>", "a.html") == ["(document)"]
