import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.links import LinkTarget, classify_href, normalise_key, split_href
from apps.text.structure import LinkType


@pytest.mark.parametrize(
    ("href", "link_type"),
    [
        ("https://example.org/a.md", LinkType.ABSOLUTE),
        ("HTTP://EXAMPLE.ORG", LinkType.ABSOLUTE),
        ("mailto:a@example.org", LinkType.ABSOLUTE),
        ("ftp://host/file", LinkType.ABSOLUTE),
        ("tel:+123", LinkType.ABSOLUTE),
        ("javascript:alert(1)", LinkType.ABSOLUTE),
        ("//evil.example/y.md", LinkType.ABSOLUTE),
        ("#goals", LinkType.ANCHOR),
        ("guide.md", LinkType.MARKDOWN),
        ("guide.MD#top", LinkType.MARKDOWN),
        ("../a/guide.mdx?raw=1#top", LinkType.MARKDOWN),
        ("notes.markdown", LinkType.MARKDOWN),
        ("guide", LinkType.RELATIVE),
        ("img/a.png", LinkType.RELATIVE),
        ("page?file=a.md", LinkType.RELATIVE),
        ("", LinkType.RELATIVE),
    ],
)
def test_links_are_typed_by_their_target(href: str, link_type: LinkType) -> None:
    assert classify_href(href) is link_type


@pytest.mark.parametrize(
    ("href", "target"),
    [
        ("a%20b.md?x=1#go%20als", LinkTarget("a%20b.md", "go als", "x=1")),
        ("a.md", LinkTarget("a.md", None, None)),
        ("#top", LinkTarget("", "top", None)),
        ("a.md#", LinkTarget("a.md", "", None)),
        ("a#b?c", LinkTarget("a", "b?c", None)),
    ],
)
def test_an_href_is_split_into_its_parts(href: str, target: LinkTarget) -> None:
    assert split_href(href) == target


@pytest.mark.parametrize(
    ("path", "base", "key"),
    [
        ("b.md", "guides/a.md", "guides/b.md"),
        ("./b.md", "guides/a.md", "guides/b.md"),
        ("../b.md", "guides/a.md", "b.md"),
        ("/b.md", "guides/a.md", "b.md"),
        ("b.md", None, "b.md"),
        ("the%20brief.md", None, "the brief.md"),
        ("the%2520brief.md", None, "the%20brief.md"),
        ("a_(b).md", None, "a_(b).md"),
        ("x//y.md", None, "x/y.md"),
        ("100%.md", None, "100%.md"),
        ("%D0%BF.md", None, "п.md"),
        ("../../etc/passwd", "a.md", None),
        ("../x.md", None, None),
        (".%2F..%2Fx.md", None, None),
        ("%2e%2e/x.md", "a.md", None),
        ("..%5Cx.md", "b/a.md", None),
        ("a%00.md", None, None),
        ("//host/x.md", "a.md", None),
        ("https://host/x.md", "a.md", None),
        ("", "guides/a.md", "guides/a.md"),
        ("", None, None),
        (".", None, None),
    ],
)
def test_a_path_names_a_key_inside_the_collection(
    path: str, base: str | None, key: str | None
) -> None:
    assert normalise_key(path, relative_to=base) == key


@given(st.text(alphabet="ab./%2eEfF5cC\\?#:", max_size=30), st.sampled_from([None, "a", "a/b/c"]))
def test_no_key_ever_climbs_out(path: str, base: str | None) -> None:
    key = normalise_key(path, relative_to=base)
    assert key is None or not ({"..", ".", ""} & set(key.split("/")) or "\\" in key)
