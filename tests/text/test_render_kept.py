from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.rendering.kept import ENTRY, KeptPages


def key(name):
    return ("markdown", name.encode())


def test_the_pages_used_longest_ago_make_room():
    pages = KeptPages(limit=2 * (ENTRY + 4))
    pages.keep(key("a"), "aaaa")
    pages.keep(key("b"), "bbbb")
    assert pages.find(key("a")) == "aaaa"
    pages.keep(key("c"), "cccc")
    assert [pages.find(key(name)) for name in "abc"] == ["aaaa", None, "cccc"]


def test_a_page_over_the_limit_is_not_kept_and_one_kept_anew_counts_once():
    pages = KeptPages(limit=ENTRY + 4)
    pages.keep(key("a"), "aaaaa")
    assert pages.find(key("a")) is None
    pages.keep(key("a"), "aaaa")
    pages.keep(key("a"), "bbbb")
    assert pages.find(key("a")) == "bbbb"


def test_a_kept_page_has_the_links_of_the_one_who_asks():
    parsed = parse_document("[a](b.md)\n", name="a.md")
    mine = render_document(parsed, resolve=lambda href, _kind: f"/mine/{href}")
    assert render_document(parsed, resolve=lambda _href, _kind: None) == (
        '<p><a class="broken-link" title="b.md">a</a></p>\n'
    )
    assert mine == '<p><a href="/mine/b.md">a</a></p>\n'


def test_the_same_text_in_two_formats_is_two_pages():
    pages = {render_document(parse_document("*a*\n", name=f"a.{s}")) for s in ("md", "txt")}
    assert len(pages) == 2
