import uuid

from hypothesis import given
from hypothesis import strategies as st

from apps.collections.link_index import LinkIndex, Page, aliases_of
from apps.text.links import is_absolute
from apps.text.structure import LinkType

segments = st.sampled_from(["a", "b", "A", "index", "read me", "c#", "..", ".", "%2e%2e", "é"])
suffixes = st.sampled_from(["", ".md", ".rst", ".html"])
keys = st.builds(
    lambda parts, suffix: "/".join(parts) + suffix,
    st.lists(st.sampled_from(["a", "b", "A", "index", "read me", "é"]), min_size=1, max_size=3),
    st.sampled_from(["", ".md", ".rst"]),
)
hrefs = st.one_of(
    st.text(max_size=30),
    st.builds(
        lambda start, parts, suffix, end: start + "/".join(parts) + suffix + end,
        st.sampled_from(["", "/", "./", "../", "//", "https://x/", "file:"]),
        st.lists(segments, max_size=4),
        suffixes,
        st.sampled_from(["", "#a", "?x=1", "?x#y", "#%00"]),
    ),
)
link_types = st.sampled_from([LinkType.MARKDOWN, LinkType.RELATIVE, LinkType.WIKI])
titles = st.sampled_from(["A", "b", "Read me", "", "C#", "é"])


def page(key, title="", aliases=()):
    return Page(uuid.uuid5(uuid.NAMESPACE_URL, key), key, title, tuple(aliases))


@given(st.dictionaries(keys, titles, max_size=6), keys, hrefs, link_types, st.randoms())
def test_any_link_leads_to_a_page_of_the_collection_or_nowhere_in_any_order(
    known, source, href, link_type, random
):
    pages = [page(key, title) for key, title in known.items()]
    target = LinkIndex(pages).resolve(source_key=source, href=href, link_type=link_type)
    assert target is None or target in {one.id for one in pages}
    random.shuffle(pages)
    again = LinkIndex(pages).resolve(source_key=source, href=href, link_type=link_type)
    assert again == target


@given(keys, hrefs)
def test_nothing_with_a_scheme_or_host_leads_anywhere(source, href):
    index = LinkIndex([page("a.md", "https://x/a"), page("https:/x/a.md")])
    if is_absolute(href):
        target = index.resolve(source_key=source, href=href, link_type=LinkType.MARKDOWN)
        assert target is None


@given(st.lists(keys, unique=True, min_size=1, max_size=6), st.data())
def test_a_key_written_from_the_root_always_leads_to_its_page(known, data):
    pages = [page(key) for key in known]
    wanted = data.draw(st.sampled_from(pages))
    target = LinkIndex(pages).resolve(
        source_key=data.draw(keys), href=f"/{wanted.source_key}", link_type=LinkType.MARKDOWN
    )
    assert target == wanted.id


def test_aliases_are_one_text_or_a_list_of_texts():
    assert aliases_of({"aliases": ["One", "", 3, "Two"]}) == ("One", "Two")
    assert aliases_of({"alias": "One"}) == ("One",)
    assert aliases_of({"aliases": {"a": 1}}) == ()
    assert aliases_of(["aliases"]) == ()
