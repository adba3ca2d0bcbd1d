import pytest

from apps.text.parse import parse_document
from apps.text.structure import Link, LinkType


def links(source: str) -> list[tuple[str, str, str]]:
    parsed = parse_document(source, name="a.md")
    return [(link.text, link.href, link.link_type.value) for link in parsed.links]


def test_every_form_of_link_is_found_with_its_line() -> None:
    source = (
        "[a][r] `[no](no.md)` [[Runbook|run it]] [[Runbook#Rollback]]\n"
        "[x](//evil.example/y) [m](ftp://h/f)\n\n[r]: ./runbook.md\n"
    )
    assert list(parse_document(source, name="a.md").links) == [
        Link("a", "./runbook.md", 1, LinkType.MARKDOWN),
        Link("run it", "Runbook", 1, LinkType.WIKI),
        Link("Runbook#Rollback", "Runbook#Rollback", 1, LinkType.WIKI),
        Link("x", "//evil.example/y", 2, LinkType.ABSOLUTE),
        Link("m", "ftp://h/f", 2, LinkType.ABSOLUTE),
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[a][R] [r][] [r]\n\n[r]: x.md 'T'\n", [("a", "x.md"), ("r", "x.md"), ("r", "x.md")]),
        ("[1](the%20brief.md)", [("1", "the%20brief.md")]),
        ("[2](<the brief.md#goals>)", [("2", "the brief.md#goals")]),
        ("[3](a_(b).md)", [("3", "a_(b).md")]),
        ('[t](x.md "Title")', [("t", "x.md")]),
        ("[a [b] `c` *d*](x.md)", [("a [b] c d", "x.md")]),
        ("[two\nlines](x.md)", [("two lines", "x.md")]),
        (
            "- [a <x@y.z> b](c.md)\n\nnext [d](d.md)",
            [("a x@y.z b", "c.md"), ("d", "d.md")],
        ),
        ("![image](x.png)", []),
        ("[![badge](b.svg)](ci.md)", [("badge", "ci.md")]),
        ("![[embed.png]]", []),
        ("[![a [x](in.md)](i.png)](out.md)", []),
        ("# [in](h.md) heading", [("in", "h.md")]),
        ("| a |\n|---|\n| [c](cell.md) |", [("c", "cell.md")]),
        ("> - [q](q.md)", [("q", "q.md")]),
        ("[none]", []),
        ("[e](a&amp;b.md)", [("e", "a&b.md")]),
        ("[e](a\\*b.md)", [("e", "a*b.md")]),
        ("[empty]()", [("empty", "")]),
    ],
)
def test_links_are_those_of_commonmark(source: str, expected: list[tuple[str, str]]) -> None:
    assert [(text, href) for text, href, _ in links(source)] == expected


@pytest.mark.parametrize(
    "code",
    [
        "`[a](b.md) [[w]] http://x.example`",
        "```\n[a](b.md) [[w]] http://x.example\n```",
        "    [a](b.md) [[w]] http://x.example",
        "<!-- [a](b.md) [[w]] http://x.example -->",
        '<a href="http://x.example/[[w]]">plain</a>',
        "\\[a](b.md)",
    ],
)
def test_nothing_in_code_or_html_is_a_link(code: str) -> None:
    assert links(f"{code}\n") == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("[[Page]]", [("Page", "Page")]),
        ("[[Page|the label]]", [("the label", "Page")]),
        ("[[ Page | label ]]", [("label", "Page")]),
        ("[[Page#Sec tion]]", [("Page#Sec tion", "Page#Sec tion")]),
        ("[[a/b c.md]]", [("a/b c.md", "a/b c.md")]),
        ("[[Page|]]", [("Page", "Page")]),
        ("[[my_page_name]] *[[x]]*", [("my_page_name", "my_page_name"), ("x", "x")]),
        ("| a |\n|---|\n| [[P\\|l]] |", [("l", "P")]),
        ("arr[[0]] f(x)[[1]]", []),
        ("[[ -f x ]] and [[ $a == b ]] or [[ x && y ]]", []),
        ("\\[[no]]", []),
        ("[[two\nlines]]", []),
        ("[[]] [[ ]] [[|x]]", []),
        ("[[[a]]]", []),
    ],
)
def test_wiki_links(source: str, expected: list[tuple[str, str]]) -> None:
    assert links(source) == [(text, href, "wiki") for text, href in expected]


def test_brackets_that_commonmark_reads_as_a_link_are_no_wiki_link() -> None:
    assert links("[[1]](note.md) [[ref]] [see [[x]] too](y.md)\n\n[ref]: r.md\n") == [
        ("[1]", "note.md", "markdown"),
        ("ref", "r.md", "markdown"),
        ("see [[x]] too", "y.md", "markdown"),
    ]


@pytest.mark.parametrize(
    ("source", "hrefs"),
    [
        ("<https://a.example/x> <me@a.example>", ["https://a.example/x", "mailto:me@a.example"]),
        ("see https://a.example/x_y_z.", ["https://a.example/x_y_z"]),
        ("(https://a.example/b(c))", ["https://a.example/b(c)"]),
        ("www.a.example/x, and", ["http://www.a.example/x"]),
        ("**http://localhost:8000**", ["http://localhost:8000"]),
        ("xhttp://a.example http:// ://", []),
        ("https://a.example/?a=1&amp;", ["https://a.example/?a=1"]),
        ("[http://a.example](b.md)", ["b.md"]),
    ],
)
def test_addresses_in_running_text_are_links(source: str, hrefs: list[str]) -> None:
    assert [href for _, href, _ in links(source)] == hrefs


def test_lines_are_those_of_the_link() -> None:
    source = "a\nhttps://a.example\n[[w]] ü\n[x](y) \\* https://b.example\n"
    assert [link.line for link in parse_document(source, name="a.md").links] == [2, 3, 4, 4]
