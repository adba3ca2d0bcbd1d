import pytest

from apps.text.parse import parse_document
from apps.text.structure import CodeBlock
from tests.text.formats.reading import headings, html_of, links, sections

README = """:title: Widget

= Widget

Makes +widgets+. See {the site}[https://x.example/a].

  require 'widget'
  = not a heading

== Usage

* one
  more of it

    in the item

  * inner
* two

[label] told
note:: told too
"""


def test_a_whole_document_has_its_sections():
    parsed = parse_document(README, name="a.rdoc")
    assert (parsed.title, parsed.front_matter) == ("Widget", {"title": "Widget"})
    assert headings(README, "a.rdoc") == [(1, "Widget", 3), (2, "Usage", 10)]
    assert parsed.code_blocks == (
        CodeBlock("", "require 'widget'\n= not a heading\n", 7, 8),
        CodeBlock("", "in the item\n", 15, 15),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("====== Six", [(6, "Six", 1)]),
        ("=Tight", [(1, "Tight", 1)]),
        ("  = code", []),
        ("text\n= After text", [(1, "After text", 2)]),
        ("* item\n  = Inside", [(1, "Inside", 2)]),
    ],
)
def test_headings_follow_the_reference(line, expected):
    assert headings(f"{line}\n", "a.rdoc") == expected


def test_a_heading_inside_an_item_opens_no_section():
    assert sections("= A\n\n* item\n\n  = B\n", "a.rdoc") == ["A"]


def test_links_of_every_form():
    source = (
        "= My Part\n\n{two words}[http://a.example] one[http://b.example] http://c.example\n"
        "rdoc-ref:README.rdoc {up}[rdoc-ref:@My+Part] link:d.html\n"
    )
    assert links(source, "a.rdoc") == [
        ("two words", "http://a.example", 3),
        ("one", "http://b.example", 3),
        ("http://c.example", "http://c.example", 3),
        ("README.rdoc", "README.rdoc", 4),
        ("up", "#my-part", 4),
        ("d.html", "d.html", 4),
    ]


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "*b* _e_ +c+ `d` <b>two words</b> snake_case_name 2 * 3 * 4",
            (
                "<p><strong>b</strong> <em>e</em> <code>c</code> <code>d</code> "
                "<strong>two words</strong> snake_case_name 2 * 3 * 4</p>"
            ),
        ),
        ("\\*not", "<p>*not</p>"),
        ("1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        ("[a] b", "<dl>\n<dt>a</dt>\n<dd><p>b</p>\n</dd>\n</dl>"),
        ("cat::\n  an animal", "<dl>\n<dt>cat</dt>\n<dd><p>an animal</p>\n</dd>\n</dl>"),
        (">>>\n  quoted", "<blockquote>\n<p>quoted</p>\n</blockquote>"),
        ("---", "<hr>"),
        (":include: /etc/passwd", "<p><code>:include: /etc/passwd</code></p>"),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
    ],
)
def test_a_page_shows_it_as_the_reference_says(source, html):
    assert html_of(source, "a.rdoc") == html
