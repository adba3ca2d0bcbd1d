"""Pages of every format as Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.parse import parse_document
from apps.text.twin.blocks import html_to_markdown
from apps.text.twin.page import document_markdown
from tests.text.formats.pieces import PIECES
from tests.text.formats.reading import html_of

RST = """Title
=====

Some *em*, **strong**, ``a_b`` and a `link <https://x.example>`_.

.. note:: Look

.. code-block:: python

   x = 1

* a

  * b

1. one

   more
2. two

=== ===
A   B
=== ===
1   2
=== ===
"""
ADOC = """= Title

Some _em_, *strong*, `a_b` and a https://x.example[link].

NOTE: Look

[source,python]
----
x = 1
----

* a
** b

|===
|A |B

|1 |2
|===
"""
ORG = """* Title
Some /em/, *strong*, =a_b= and a [[https://x.example][link]].
#+begin_src python
x = 1
#+end_src
- a
  - b

1. one

   more
2. two

| A | B |
|---+---|
| 1 | 2 |
"""
HTML = """<h1>Title</h1><p>Some <em>em</em>, <strong>strong</strong>, <code>a_b</code> and a
<a href="https://x.example">link</a>.</p><pre><code class="language-python">x = 1
</code></pre><ul><li>a<ul><li>b</li></ul></li></ul><ol><li><p>one</p><p>more</p></li><li>two</li></ol>
<table><thead><tr><th>A</th><th>B</th></tr></thead><tr><td>1</td><td>2</td></tr></table>"""
WANTED = """# Title

Some *em*, **strong**, `a_b` and a [link](https://x.example).

> [!NOTE]
> Look

```python
x = 1
```

- a
  - b

1. one

   more

2. two

| A | B |
| --- | --- |
| 1 | 2 |
"""
WITHOUT_NOTE = WANTED.replace("> [!NOTE]\n> Look\n\n", "")


ORDERED = "1. one\n\n   more\n\n2. two\n\n"


def twin(source, name):
    return html_to_markdown(html_of(source, name))


@pytest.mark.parametrize(
    ("source", "name", "wanted"),
    [
        (RST, "a.rst", WANTED),
        (ADOC, "a.adoc", WANTED.replace(ORDERED, "")),
        (ORG, "a.org", WITHOUT_NOTE),
        (HTML, "a.html", WITHOUT_NOTE),
        (
            "= Title\n\nSome _em_, *strong* and +a_b+.\n\n  x = 1\n\n* a\n* b\n",
            "a.rdoc",
            "# Title\n\nSome *em*, **strong** and `a_b`.\n\n```\nx = 1\n```\n\n- a\n- b\n",
        ),
        ("Plain *text*.\n", "a.txt", "Plain \\*text\\*.\n"),
    ],
)
def test_a_page_becomes_the_markdown_that_says_the_same(source, name, wanted):
    assert twin(source, name) == wanted


def test_an_api_description_becomes_headings_and_tables():
    source = (
        "openapi: 3.0.0\ninfo: {title: Pets, version: '1'}\npaths:\n  /pets:\n    get:\n"
        "      summary: List\n"
        "      parameters: [{name: limit, in: query, schema: {type: integer}}]\n"
        "      responses: {200: {description: ok}}\n"
    )
    found = twin(source, "a.yaml")
    assert found.startswith("# Pets\n")
    assert "### GET /pets — List\n" in found
    assert "| `limit` | query | `integer` |" in found


@pytest.mark.parametrize(
    ("html", "wanted"),
    [
        ("<p>a*b [x](y) 1. `c` &lt;b&gt; &amp;amp; snake_case</p>",
         "a\\*b \\[x\\](y) 1. \\`c\\` \\<b> \\&amp; snake_case\n"),
        ("<p># no heading</p><p>1. no list</p><p>- none</p>",
         "\\# no heading\n\n1\\. no list\n\n\\- none\n"),
        ("<p><code>a`b</code></p>", "``a`b``\n"),
        ("<pre><code>```\n</code></pre>", "````\n```\n````\n"),
        ("<table><tr><td>a|b</td></tr></table>", "|  |\n| --- |\n| a\\|b |\n"),
        ('<p><a href="a (b).html">x</a></p>', "[x](<a (b).html>)\n"),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b\n"),
        ("<dl><dt>t</dt><dd>d</dd></dl>", "- **t**\n\n  d\n"),
        ("<p>a<br>b</p><hr>", "a\\\nb\n\n---\n"),
        ('<ol start="3"><li>a</li></ol>', "3. a\n"),
        ("", ""),
    ],
)  # fmt: skip
def test_what_markdown_would_read_otherwise_is_escaped(html, wanted):
    assert html_to_markdown(html) == wanted


def test_deep_nesting_ends_in_text():
    html = "<blockquote>" * 3000 + "deep" + "</blockquote>" * 3000
    assert "deep" in html_to_markdown(html)


@pytest.mark.parametrize("name", sorted(PIECES))
@given(data=st.data())
def test_any_page_becomes_markdown_with_its_headings(name, data):
    source = "\n".join(data.draw(st.lists(st.sampled_from(PIECES[name]), max_size=12)))
    found = twin(source, name)
    assert isinstance(found, str)
    parse_document(found, name="a.md")


def test_the_title_of_org_and_the_languages_of_its_blocks_stay():
    source = (
        "#+TITLE: My *own* page\n\nWords.\n\n* Head\n\n"
        "#+begin_src emacs-lisp :tangle yes\n(a)\n#+end_src\n\n"
        "- item\n  #+begin_src sh\n  ls\n  #+end_src\n\n#+begin_src plantuml\na -> b\n#+end_src\n"
    )
    assert document_markdown(parse_document(source, name="a.org")) == (
        "# My own page\n\nWords.\n\n# Head\n\n```emacs-lisp\n(a)\n```\n\n"
        "- item\n\n  ```sh\n  ls\n  ```\n\n```plantuml\na -> b\n```\n"
    )
    for same in ("#+TITLE: Head\n\n* Head\n", "* Head\n"):
        assert document_markdown(parse_document(same, name="a.org")) == "# Head\n"
