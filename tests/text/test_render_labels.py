"""Cross references of Sphinx and MyST on pages."""

import pytest

from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.structure import LinkType

KNOWN = {("saw", LinkType.LABEL): "/tools#saw", ("#far", LinkType.ANCHOR): "/other#far"}
KNOWN |= {("py:x", LinkType.LABEL): "/py", ("/go", LinkType.RELATIVE): "/docs/go"}


def html_of(source, name="a.md"):
    parsed = parse_document(source, name=name)
    return render_document(parsed, resolve=lambda *link: KNOWN.get(link)).strip()


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("a {ref}`saw` b", '<p>a <a href="/tools#saw">saw</a> b</p>'),
        ("{ref}`the *saw* <saw>`.", '<p><a href="/tools#saw">the *saw*</a>.</p>'),
        ("{ref}`a\n<saw>`, [[x]]", '<p><a href="/tools#saw">a</a>, '),
        ("{numref}`py:x`", '<p><a href="/py">py:x</a></p>'),
        ("{doc}`Go </go>`", '<p><a href="/docs/go">Go</a></p>'),
        ("{ref} and {ref}`saw`", '<p>{ref} and <a href="/tools#saw">saw</a></p>'),
        ('{ref}`"><b> <gone>`', '<p><span class="unknown-role">"&gt;&lt;b&gt;</span></p>'),
        ("{ref}`a <gone>` [u](#far)", '<p><span class="unknown-role">a</span> <a href="/other'),
        ("{term}`saw`", "<p>{term}<code>saw</code></p>"),
        ("`{ref}` ``{ref}`saw` ``", "<p><code>{ref}</code> <code>{ref}`saw` </code></p>"),
        ("[{ref}`saw`](/go)", '<p><a href="/docs/go">{ref}<code>saw</code></a></p>'),
        ("![{ref}`saw`](/go)", '<p><img alt="{ref}saw" loading="lazy"'),
    ],
)
def test_roles_of_myst_are_links_where_their_labels_are_known(source, html):
    assert html_of(source).startswith(html)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("(Saw)=\n(top)=\n\n## Saw", '<span id="saw"></span><span id="top"></span><h2 id="saw'),
        ("(x)=\ntext [u](#x)", '<p><span id="x"></span>\ntext <a href="#x">u</a></p>'),
        ("text\n(x)=", "<p>text\n(x)=</p>"),
        ("`(x)=`", "<p><code>(x)=</code></p>"),
        ('("&<i>)=\n\nx', "<span"),
    ],
)
def test_labels_of_myst_are_places_on_the_page_and_not_shown(source, html):
    assert html_of(source).startswith(html)


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("a :ref:`saw` b", '<p>a <a href="/tools#saw">saw</a> b</p>'),
        (":ref:`the saw <saw>`", '<p><a href="/tools#saw">the saw</a></p>'),
        (":numref:`py:x` :doc:`Go </go>`", '<p><a href="/py">py:x</a> <a href="/docs/go">Go</a>'),
        (":ref:`x <gone>` `u <#far>`_", '<p><span class="unknown-role">x</span> <a href="/other'),
        (":ref:`!saw`", '<p><span class="unknown-role">saw</span></p>'),
    ],
)
def test_roles_of_restructuredtext_are_links_where_their_labels_are_known(source, html):
    assert html_of(source, "a.rst").startswith(html)


def test_without_a_resolver_cross_references_are_text():
    parsed = parse_document("{ref}`the saw <saw>`", name="a.md")
    html = '<p><span class="unknown-role">the saw</span></p>'
    assert render_document(parsed).strip() == html


def test_a_label_cannot_bring_in_a_script():
    parsed = parse_document("{ref}`x <saw>` {ref}`y`", name="a.md")
    html = render_document(parsed, resolve=lambda *_: "javascript:alert(1)")
    assert html.count("unknown-role") == 2
    assert "javascript" not in html
