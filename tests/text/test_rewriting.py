"""Targets of links, found and rewritten byte by byte."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.links import normalise_key
from apps.text.parse import parse_document
from apps.text.rewriting import Form, encode_path, link_places, rewrite_links

LINKS = [
    "[a](x.md)",
    "[a](<x y.md#f> 't')",
    "[a]( x_(1).md\n 'title' )",
    "[`](`](y.md)",
    "[*e* ![i](i.png)](z\\_z.md?q#f)",
    "![i](i.png)",
    "[r]",
    "[t][R]",
    "[[wiki page#part|label]]",
    "[[w]]",
    "<https://a.b/x.md>",
    "`[c](c.md)`",
    "<b title='[h](h.md)'>",
    "\\[n](n.md)",
    "[e](a&amp;b.md)",
    "https://bare.example/x.md",
]
BLOCKS = [
    "{}\n",
    "> {}\n> more\n",
    "- {}\n\n  {}\n",
    "| a | b |\n|---|---|\n| {} | c |\n",
    "```\n{}\n```\n",
    "    {}\n",
    "# {}\n",
    "[r]: r.md 'T'\n",
    "> [r]: <q r.md>\n",
    "<div>\n{}\n</div>\n",
    "é\x0c\r\n",
    "<!-- {} -->\n",
]


@st.composite
def documents(draw):
    parts = []
    for block in draw(st.lists(st.sampled_from(BLOCKS), max_size=8)):
        links = draw(st.lists(st.sampled_from(LINKS), min_size=2, max_size=2))
        parts.append(block.format(*links) if "{}" in block else block)
    text = draw(st.sampled_from(["\n", ""])).join(parts)
    head = draw(st.sampled_from(["", "---\ntitle: é\n---\n"]))
    return head + (text.replace("\n", "\r\n") if draw(st.booleans()) else text)


def inner(text):
    """The targets that may be rewritten, in the parser's words."""
    kinds = ("markdown", "relative", "wiki")
    return [x.href for x in parse_document(text, name="a.md").links if x.link_type.value in kinds]


@given(documents())
@settings(max_examples=100)
def test_every_target_the_parser_reads_is_found_and_nothing_else(text):
    places = [place for place in link_places(text) if not place.is_image]
    assert set(inner(text)) <= {place.href for place in places}
    data = text.encode()
    for place in places:
        assert data[: place.start].decode() + data[place.start :].decode() == text
    # A definition that no link uses is a place all the same.
    unused = {place.href for place in places} - set(inner(text))
    assert unused <= {"r.md", "q r.md"}


@given(documents())
@settings(max_examples=100)
def test_writing_the_same_paths_changes_nothing_that_the_parser_sees(text):
    assert rewrite_links(text, lambda _place: None) == text
    same = rewrite_links(text, lambda _place: "new/path.md")
    before, after = inner(text), inner(same)
    rests = [place.rest for place in link_places(text) if not place.is_image]
    assert len(before) == len(after)
    assert all(href.startswith("new/path.md") for href in after)
    assert {href.removeprefix("new/path.md") for href in after} <= set(rests)


NAMES = st.text(
    st.characters(exclude_categories=("Cc", "Cs"), exclude_characters="/\\"),
    min_size=1,
    max_size=12,
).filter(lambda name: name.strip() == name and name not in {".", ".."})


@given(st.lists(NAMES, min_size=1, max_size=3).map("/".join), st.sampled_from(list(Form)))
@settings(max_examples=150)
def test_an_encoded_path_parses_back_to_the_key_in_every_form(key, form):
    path = encode_path(key, form=form, like="")
    wrapped = {
        Form.PLAIN: f"[a]({path} 't') b",
        Form.BRACKETED: f"| a |\n|---|\n| [a](<{path}>) b |\n",
        Form.WIKI: f"[[{path}|a b]] c",
    }[form]
    if form is Form.WIKI and len(path.encode()) > 380:
        return
    [link] = parse_document(wrapped, name="a.md").links
    assert link.href == path
    assert normalise_key(link.href, relative_to=None) == key
    assert rewrite_links(wrapped, lambda place: place.path) == wrapped


def test_letters_are_encoded_only_where_the_author_does_so():
    assert encode_path("é x.md", form=Form.PLAIN, like="a%20b.md") == "é%20x.md"
    assert encode_path("é x.md", form=Form.PLAIN, like="%C3%BC.md") == "%C3%A9%20x.md"


@pytest.mark.parametrize(
    "bomb",
    ["[" * 50_000, "[a](" * 25_000, "[a](<" * 20_000, "[[" * 50_000, "[a]: (" * 15_000,
     "[a](x" + "(" * 90_000, "[" * 20_000 + "](x.md)" * 10_000, "[a]:\n" * 20_000,
     "[a](x.md) " * 10_000, "> " * 30_000 + "[a](x.md)", "![" * 30_000 + "](a)" * 10_000],
    ids=lambda bomb: bomb[:8],
)  # fmt: skip
def test_hostile_text_takes_bounded_time(bomb):
    start = time.process_time()
    link_places(bomb)
    assert time.process_time() - start < 4
