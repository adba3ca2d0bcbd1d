import pytest

from apps.text.parse import parse_document
from apps.text.structure import CodeBlock, Table
from tests.text.formats.reading import block_texts, headings, html_of, links, sections

GUIDE = """= The {product} Guide
Ada Example <ada@x.example>
v1.2, 2026-01-01
:product: Widget
:description: How to install \\
  and run it

It runs anywhere.

[#install]
== Install it

.Gemfile
[source,ruby]
----
== no heading
gem 'x' # <1>
----
<1> The gem

=== On Linux

* Fetch it
** with care
+
----
== none here
----
* Start it

include::more.adoc[]

ifdef::windows[]
== On Windows
endif::[]

[discrete]
== Aside

Old Style
---------

////
== commented out
////
"""


def test_a_whole_document_has_its_sections_and_metadata():
    parsed = parse_document(GUIDE, name="a.adoc")
    assert parsed.title == "The Widget Guide"
    assert parsed.front_matter == {
        "author": "Ada Example <ada@x.example>",
        "revision": "v1.2, 2026-01-01",
        "product": "Widget",
        "description": "How to install and run it",
    }
    assert sections(GUIDE, "a.adoc") == [
        "The Widget Guide",
        "Install it",
        "On Linux",
        "On Windows",
        "Old Style",
    ]
    assert parsed.code_blocks == (
        CodeBlock("ruby", "== no heading\ngem 'x'\n", 15, 18),
        CodeBlock("", "== none here\n", 26, 28),
    )


def test_a_discrete_heading_is_a_heading_but_opens_no_section():
    assert (2, "Aside", 38) in headings(GUIDE, "a.adoc")
    assert "Aside" not in sections(GUIDE, "a.adoc")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("== A ==\n", [(2, "A", 1)]),
        ("## A\n", [(2, "A", 1)]),
        ("==A\n", []),
        ("====== A\n", [(6, "A", 1)]),
        ("Title\n=====\n\nPart\n~~~~\n", [(1, "Title", 1), (3, "Part", 4)]),
        ("Title\n===\n", []),
        ("== C++ and `x_y_z` _em_ {plus}\n", [(2, "C++ and x_y_z em +", 1)]),
        ("[[own]]\n== A\n", [(2, "A", 2)]),
        ("\ufeff= A\r\n\r\n== B\r\n", [(1, "A", 1), (2, "B", 3)]),
        ("---\ntitle: x\n---\n= A\n", [(1, "A", 4)]),
    ],
)
def test_titles_follow_the_manual(source, expected):
    assert headings(source, "a.adoc") == expected


@pytest.mark.parametrize(
    "inside",
    [
        "----\n== no\n----",
        "------\n----\n== no\n------",
        "....\n== no\n....",
        "```ruby\n== no\n```",
        "++++\n== no\n++++",
        "|===\n|a\n== no\n|===",
        "////\n== no\n////",
        "a line of text\n== no",
        " == no",
        "[source]\n--\n== no\n--",
    ],
)
def test_what_stands_inside_a_block_opens_no_section(inside):
    assert sections(f"== Real\n\n{inside}\n\n== Next\n", "a.adoc") == ["Real", "Next"]


def test_an_unclosed_block_loses_no_text():
    source = "== A\n\n----\n== b\nrest\n"
    assert block_texts(parse_document(source, name="a.adoc"))[-1] == ("code", "----\n== b\nrest")


def test_explicit_ids_are_anchors_and_clash_with_nothing():
    source = "== Setup\n\n[#setup]\n== Other\n\n[[setup]]\n== Third\n"
    parsed = parse_document(source, name="a.adoc")
    assert [heading.anchor for heading in parsed.headings] == ["setup-1", "setup", "third"]


def test_links_of_every_form_lead_where_they_say():
    source = (
        "== First Steps\n\n"
        "See https://x.example/a[the site^], <<first-steps>>, <<_first_steps,go>>\n"
        "xref:b.adoc#part[B], link:c.html[C, window=_blank], https://bare.example.\n"
        "`no <<x>>` mailto:a@x.example[Mail]\n"
    )
    assert links(source, "a.adoc") == [
        ("the site", "https://x.example/a", 3),
        ("first-steps", "#first-steps", 3),
        ("go", "#first-steps", 3),
        ("B", "b.adoc#part", 4),
        ("C", "c.html", 4),
        ("https://bare.example", "https://bare.example", 4),
        ("x", "#x", 5),
        ("Mail", "mailto:a@x.example", 5),
    ]


@pytest.mark.parametrize(
    ("source", "table"),
    [
        ("|===\n|A |B\n\n|1\n|2\n|===\n", Table(("A", "B"), (("1", "2"),), 1, 6)),
        ("[cols=2*]\n|===\n|1\n|2 a \\| b\n|===\n", Table((), (("1", "2 a | b"),), 2, 5)),
        ("[%header,cols=2]\n|===\n|A\n|B\n2+|x\n|===\n", Table(("A", "B"), (("x", ""),), 2, 6)),
        (',===\na,"b,c"\n,===\n', Table((), (("a", "b,c"),), 1, 3)),
        ("|===\n|a\nmore |b\n|===\n", Table((), (("a more",), ("b",)), 1, 4)),
    ],
)
def test_tables_have_cells(source, table):
    assert parse_document(source, name="a.adoc").tables == (table,)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "*b* _e_ `c` a**b**c H~2~O #m#",
            (
                "<p><strong>b</strong> <em>e</em> <code>c</code> a<strong>b</strong>c "
                "H<sub>2</sub>O <mark>m</mark></p>"
            ),
        ),
        ("a +\nb", "<p>a<br>\n\nb</p>"),
        ("\\*a* and 2*3*4", "<p>*a* and 2*3*4</p>"),
        ("* a\n** b\n* c", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ul>"),
        (". a\n\n. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        ("* [x] done", "<ul>\n<li>\u2611 done</li>\n</ul>"),
        (
            "CPU:: fast\nRAM::\n  big",
            (
                "<dl>\n<dt>CPU</dt>\n<dd><p>fast</p>\n</dd>\n<dt>RAM</dt>\n"
                "<dd><p>big</p>\n</dd>\n</dl>"
            ),
        ),
        (
            "TIP: Try",
            (
                '<div class="callout callout-tip" role="note"><p class="callout-title">Tip</p>'
                "\n<p>Try</p>\n</div>"
            ),
        ),
        ("____\nq\n____", "<blockquote>\n<p>q</p>\n</blockquote>"),
        ("// no\n:x: y\ntoc::[]", ""),
        ("++++\n<b>x</b><script>y</script>\n++++", "<b>x</b>"),
        ("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>"),
        ("include::/etc/passwd[]", "<p><code>include::/etc/passwd[]</code></p>"),
        ("'''", "<hr>"),
        ("", ""),
    ],
)
def test_a_page_shows_it_as_the_manual_says(source, html):
    assert html_of(source, "a.adoc") == html


def test_a_reference_without_text_shows_the_title():
    html = html_of("[#setup]\n== Set it up\n\n<<setup>>\n", "a.adoc")
    assert '<a href="#setup">Set it up</a>' in html


def test_a_long_attribute_is_not_put_in_its_place():
    source = f"= T\n:x: {'y' * 501}\n\n{{x}}\n"
    assert "<p>{x}</p>" in html_of(source, "a.adoc")


ATTRIBUTES = """= T
Doc Writer <https://a.example/doc[@doc]>
:url: https://b.example
:repo: {url}/team/repo
:named: https://c.example[The label]
:self: {self}
:later: {last}
:last: end
"""


@pytest.mark.parametrize(
    ("text", "links", "shown"),
    [
        ("{url}", [("https://b.example", "https://b.example")], "https://b.example"),
        ("See {url}.", [("https://b.example", "https://b.example")], "See https://b.example."),
        ("{repo}/issues[issues]", [("issues", "https://b.example/team/repo/issues")], "issues"),
        ("{url}/{last}[x]", [("x", "https://b.example/end")], "x"),
        ("https://d.example/{last}[x]", [("x", "https://d.example/end")], "x"),
        ("link:{last}.html[x]", [("x", "end.html")], "x"),
        ("xref:{last}.adoc#a[x]", [("x", "end.adoc#a")], "x"),
        ("{named}", [("The label", "https://c.example")], "The label"),
        ("by {author}", [], "by Doc Writer"),
        ("{email}", [("@doc", "https://a.example/doc")], "@doc"),
        ("{self} {later} {none}[x]", [], "{self} {last} {none}[x]"),
        ("<https://e.example[x]>", [("x", "https://e.example")], "x"),
    ],
)
def test_values_of_attributes_stand_in_text_and_addresses(text, links, shown):
    parsed = parse_document(f"{ATTRIBUTES}\n== {text}\n\n{text}\n", name="a.adoc")
    assert parsed.headings[-1].text == shown
    assert [(link.text, link.href) for link in parsed.links] == [
        ("@doc", "https://a.example/doc"),
        *links,
        *links,
    ]
    assert {link.line for link in parsed.links[1:]} <= {10, 12}


def test_the_author_is_shown_with_a_link_to_the_address():
    html = html_of(ATTRIBUTES, "a.adoc")
    assert '<p>Doc Writer <a class="external-link" href="https://a.example/doc"' in html
    assert ">@doc</a></p>" in html


def test_values_that_would_blow_a_document_up_stay_references():
    value = "v" * 400
    few = html_of(f"= T\n:x: {value}\n\n{{x}}\n", "a.adoc")
    many = html_of(f"= T\n:x: {value}\n:s: short\n\n{{s}} {'{x} ' * 2000}\n", "a.adoc")
    assert value in few
    assert value not in many.replace("&quot;", "")
    assert "short {x} {x}" in many


def test_values_that_double_each_other_end_at_the_longest():
    chain = "".join(f":a{n + 1}: {{a{n}}}{{a{n}}}\n" for n in range(30))
    html = html_of(f"= T\n:a0: ab\n{chain}\n{{a3}} {{a30}}\n", "a.adoc")
    assert f"<p>{'ab' * 8} {{a29}}{{a29}}</p>" in html
