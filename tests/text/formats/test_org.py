import pytest

from apps.text.parse import parse_document
from apps.text.structure import BlockKind, CodeBlock, Table
from tests.text.formats.reading import block_texts, headings, html_of, links, sections

NOTES = """#+TITLE: The *Notes*
#+AUTHOR: Ada

Before.
* TODO [#A] Real work :home:now:
SCHEDULED: <2026-01-01 Thu>
:PROPERTIES:
:CUSTOM_ID: work
:END:
#+BEGIN_SRC txt

* fake
,* with a comma
,#+end_src
#+END_SRC
** Deeper /here/
- a
  - b :: c
- [X] done
  #+begin_src sh
  ls
  #+end_src

| a | b |
|---+---|
| 1 | 2 |
* Next
z
"""


def test_a_block_is_whole_even_if_its_lines_look_like_headlines():
    source = (
        "* Real\n:PROPERTIES:\n:ID: 7\n:END:\n#+BEGIN_SRC txt\n\n* fake\n#+END_SRC\n* Next\nz\n"
    )
    assert sections(source, "a.org") == ["Real", "Next"]
    assert ":ID:" not in html_of(source, "a.org")


def test_a_whole_document_has_its_sections_and_metadata():
    parsed = parse_document(NOTES, name="a.org")
    assert parsed.title == "The Notes"
    assert parsed.front_matter == {"title": "The *Notes*", "author": "Ada"}
    assert headings(NOTES, "a.org") == [
        (1, "Real work", 5),
        (2, "Deeper here", 16),
        (1, "Next", 27),
    ]
    assert [heading.anchor for heading in parsed.headings] == ["work", "deeper-here", "next"]
    assert parsed.code_blocks == (
        CodeBlock("txt", "\n* fake\n* with a comma\n#+end_src\n", 10, 15),
        CodeBlock("sh", "ls\n", 20, 22),
    )
    assert parsed.tables == (Table(("a", "b"), (("1", "2"),), 24, 26),)
    assert parsed.blocks[0].kind is BlockKind.FRONT_MATTER


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("* DONE Paint", "Paint"),
        ("** COMMENT Hidden", "Hidden"),
        ("* TODOs of today", "TODOs of today"),
        ("* WAIT Own word", "Own word"),
        ("* A :tag:", "A"),
        ("* A :no tag:", "A :no tag:"),
        ("* [[https://x.example][Site]] =x=", "Site x"),
    ],
)
def test_headlines_show_what_a_reader_sees(line, text):
    assert [h[1] for h in headings(f"#+TODO: TODO WAIT(w) | DONE\n\n{line}\n", "a.org")] == [text]


def test_stars_without_a_space_or_indented_are_no_headline():
    assert headings("*bold* text\n * item\n", "a.org") == []


def test_a_block_that_is_begun_anew_was_never_closed():
    source = "#+begin_src sh\na\n#+end_src sh\n\n* Real\n\n#+begin_src sh\n* b\n#+end_src\n* Next\n"
    assert [text for _, text, _ in headings(source, "a.org")] == ["Real", "Next"]


def test_an_unclosed_block_is_text_and_hides_no_headline():
    assert sections("* A\n#+begin_src\nx\n* B\n", "a.org") == ["A", "B"]


def test_links_lead_to_titles_ids_and_files():
    source = (
        "* One\n:PROPERTIES:\n:CUSTOM_ID: first\n:END:\n"
        "[[*One][up]] [[#first]] [[file:b.org::*Part][B]] <https://x.example> [[./c.html][C]]\n"
        "#+begin_example\n[[no][no]]\n#+end_example\n"
    )
    assert links(source, "a.org") == [
        ("up", "#first", 5),
        ("One", "#first", 5),
        ("B", "b.org#Part", 5),
        ("https://x.example", "https://x.example", 5),
        ("C", "./c.html", 5),
    ]


@pytest.mark.parametrize(
    ("source", "html"),
    [
        (
            "*b* /e/ =c= ~d~ +s+ x_{2} snake_case_name",
            (
                "<p><strong>b</strong> <em>e</em> <code>c</code> <code>d</code> <del>s</del> "
                "x<sub>2</sub> snake_case_name</p>"
            ),
        ),
        ("- a\n  b\n\n  c\n- d", "<ul>\n<li>a\nb<p>c</p>\n</li>\n<li>d</li>\n</ul>"),
        ("1. a\n2) b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>"),
        (
            ": fixed\n:  two",
            (
                '<div class="code-block"><pre class="highlight" tabindex="0"><code>fixed\n two\n'
                "</code></pre></div>"
            ),
        ),
        ("#+begin_quote\nq\n#+end_quote", "<blockquote>\n<p>q</p>\n</blockquote>"),
        ("# comment\n#+options: x", ""),
        ("#+begin_comment\nx\n#+end_comment", ""),
        ('#+INCLUDE: "/etc/passwd"', ""),
        ("-----", "<hr>"),
        ("<script>", "<p>&lt;script&gt;</p>"),
    ],
)
def test_a_page_shows_it_as_the_manual_says(source, html):
    assert html_of(f"x\n\n{source}", "a.org").removeprefix("<p>x</p>").strip() == html


def test_every_line_of_a_drawer_is_in_a_block_of_its_own():
    parsed = parse_document("* A\n:LOGBOOK:\nx\n:END:\ntext\n", name="a.org")
    assert block_texts(parsed) == [
        ("heading", "* A"),
        ("other", ":LOGBOOK:\nx\n:END:"),
        ("paragraph", "text"),
    ]
