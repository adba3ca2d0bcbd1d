"""What links inside a repository mean."""

import pytest

from apps.documents.targets import FileTarget, PageIndex, PageTarget, find_target
from apps.text.links import classify_href
from apps.text.structure import LinkType

PAGES = PageIndex(
    [
        ("README.md", [], "readme", "Top", []),
        ("docs/index.rst", [], "index", "Docs", [["first steps", "first"], ["twice", ""]]),
        ("docs/guide/README.md", [], "guide-readme", "Guide", [["twice", "a"], ["license", ""]]),
        ("docs/guide/setup.md", ["copy/setup.md"], "guide-setup", "Setting up", []),
        ("docs/api v2/über.mdx", [], "api", "API", [["calls-of", "calls"]]),
    ]
)
FILES = {"src/app.py": "file", "docs": "folder", "docs/guide": "folder", "src": "folder"}
FROM = "docs/guide/setup.md"


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("README.md", PageTarget("guide-readme")),
        ("../index.rst#top", PageTarget("index", "top")),
        ("../../README.md?x=1#a%20b", PageTarget("readme", "a b")),
        ("/README.md", PageTarget("readme")),
        ("/guide/setup", PageTarget("guide-setup")),
        ("/guide/", PageTarget("guide-readme")),
        ("..", PageTarget("index")),
        ("../../", PageTarget("readme")),
        ("/", PageTarget("readme")),
        ("./", PageTarget("guide-readme")),
        ("?x=1", PageTarget("guide-setup")),
        ("../index.html", PageTarget("index")),
        ("../../copy/setup.md", PageTarget("guide-setup")),
        ("../api%20v2/%C3%BCber.mdx", PageTarget("api")),
        ("../README/", PageTarget("guide-readme")),
        ("../../src/app.py#L3", FileTarget("src/app.py", fragment="L3")),
        ("../../src", FileTarget("src", is_folder=True)),
        ("nothing.md", None),
        ("../../../../etc/passwd", None),
        ("%2e%2e%2fREADME.md", None),
        ("a%00b", None),
    ],
)
def test_a_link_means_the_nearest_thing_that_is_there(href, found):
    kind_of = lambda path: FILES.get(path, "")  # noqa: E731
    assert find_target(PAGES, kind_of, FROM, href, classify_href(href)) == found


def test_a_wiki_link_means_the_one_page_of_that_name():
    def of(name):
        return find_target(PAGES, lambda _: "", FROM, name, LinkType.WIKI)

    assert of("setting up") == PageTarget("guide-setup")
    assert of("setup#x") == PageTarget("guide-setup", "x")
    assert of("readme") is None


def test_a_label_means_the_place_in_the_one_document_that_defines_it():
    def of(label, path=FROM):
        return find_target(PAGES, lambda _: "", path, label, LinkType.LABEL)

    assert of("First  Steps") == of("first steps", "x/y.rst") == PageTarget("index", "first")
    assert of("twice") is None
    assert of("setting up") is None


def test_a_link_of_markdown_means_a_label_where_no_page_has_its_path():
    def of(href, path=FROM):
        kind_of = lambda path: "file" if path.endswith("LICENSE") else ""  # noqa: E731
        return find_target(PAGES, kind_of, path, href, classify_href(href))

    assert of("calls-of") == PageTarget("api", "calls")
    assert of("calls-of", "docs/x.rst") is None
    assert of("./calls-of") is None
    assert of("#Calls-of") == PageTarget("api", "calls")
    assert of("#Calls-of", "docs/x.rst") is of("#setup") is None
    assert of("LICENSE") == FileTarget("docs/guide/LICENSE")


def test_what_the_mirror_cannot_tell_is_taken_for_granted():
    found = find_target(PAGES, lambda _: None, FROM, "x.py", LinkType.RELATIVE)
    assert found == FileTarget("docs/guide/x.py")
