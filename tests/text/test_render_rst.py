import pytest

from apps.text.parse import parse_document
from apps.text.render import render_document


def html_of(source, resolve=None):
    return render_document(parse_document(source, name="a.rst"), resolve=resolve).strip()


def test_headings_carry_the_anchors_of_the_parser_and_references_follow_them():
    source = "===\nTop\n===\n\nSee Top_ and `Sub A`_.\n\nSub A\n-----\n\nx\n\nSub A\n-----\n\ny\n"
    parsed = parse_document(source, name="a.rst")
    html = render_document(parsed)
    for heading in parsed.headings:
        assert f'<h{heading.level} id="{heading.anchor}">{heading.text}<a' in html
    assert '<a href="#top">Top</a>' in html


@pytest.mark.parametrize(
    ("source", "html"),
    [
        ("*a* **b** ``c``", "<p><em>a</em> <strong>b</strong> <code>c</code></p>"),
        ("- a\n- b", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>"),
        ("see :ref:`the guide <guide>`", '<p>see <span class="unknown-role">the guide</span></p>'),
        ("call :py:func:`~pkg.mod.run`", "<p>call <code>run</code></p>"),
        ("press :kbd:`Ctrl`", "<p>press <code>Ctrl</code></p>"),
        (
            ".. function:: run(a)\n\n   Runs.",
            "<dl>\n<dt><code>run(a)</code></dt>\n<dd><p>Runs.</p>\n</dd>\n</dl>",
        ),
        ("term\n  text", "<dl>\n<dt>term</dt>\n<dd><p>text</p>\n</dd>\n</dl>"),
        ("| a\n| b", '<div class="line-block">a<br>\nb<br>\n</div>'),
        (".. comment", ""),
        (".. index:: x", ""),
        ("", ""),
    ],
)
def test_rst_becomes_the_same_html_as_markdown(source, html):
    assert html_of(source) == html


@pytest.mark.parametrize(
    ("source", "kind", "title"),
    [
        (".. warning:: Hot", "warning", "Warning"),
        (".. versionadded:: 1.2\n\n   Hot", "note", "Added in version 1.2"),
        (".. seealso:: Hot", "note", "See also"),
        (".. admonition:: Mind\n\n   Hot", "note", "Mind"),
    ],
)
def test_admonitions_are_callouts(source, kind, title):
    assert html_of(source) == (
        f'<div class="callout callout-{kind}" role="note">'
        f'<p class="callout-title">{title}</p>\n<p>Hot</p>\n</div>'
    )


def test_code_blocks_of_sphinx_are_highlighted_and_keep_their_caption():
    html = html_of(".. code-block:: python\n   :linenos:\n   :caption: run.py\n\n   x = 1")
    assert '<p class="rubric">run.py</p>' in html
    assert '<div class="code-label">python</div>' in html
    assert '<span class="n">x</span>' in html


def test_a_toctree_and_doc_roles_are_links_to_resolve():
    asked = []

    def resolve(href, kind):
        asked.append(href)
        return f"/d/{href}"

    html = html_of(".. toctree::\n   :maxdepth: 2\n\n   a/b\n   T <c>\n\n:doc:`x </y>`", resolve)
    assert asked == ["a/b", "c", "/y"]
    assert '<a href="/d/c">T</a>' in html


def test_an_unknown_directive_is_shown_as_it_is_written():
    assert html_of(".. frobnicate:: a\n   :b: c\n\n   text") == (
        '<div class="code-block"><pre class="highlight" tabindex="0"><code>'
        ".. frobnicate:: a\n   :b: c\n\n   text</code></pre></div>"
    )


def test_files_of_the_server_and_raw_html_stay_out():
    html = html_of(
        ".. include:: /etc/passwd\n\n.. csv-table::\n   :file: /etc/passwd\n\n"
        ".. raw:: html\n\n   <script>1</script>\n\n.. literalinclude:: /etc/passwd\n\n"
        ".. figure:: /etc/passwd\n   :figwidth: image\n\n.. raw:: html\n   :file: /etc/passwd\n\n"
        ".. role:: raw-html(raw)\n   :format: html\n\n:raw-html:`<b onclick=x>`\n\n"
        "`x <javascript:alert(1)>`__\n"
    )
    assert "root:" not in html
    assert "<script" not in html
    assert "<b" not in html
    assert "javascript:" not in html


def test_faults_are_not_shown_as_error_boxes():
    html = html_of("*open ``x `y\n\nTitle\n==\n\n|nope| [9]_ name_ `a`_\n\n.. image::\n\n- a\nb\n")
    assert "system" not in html.lower()
    assert "warning" not in html.lower()
    assert "|nope|" in html


def test_roles_defined_by_one_document_do_not_reach_the_next():
    html_of(".. role:: custom(strong)\n\n.. default-role:: strong\n\n:custom:`x`")
    assert html_of(":custom:`x` `y`") == "<p><code>x</code> <cite>y</cite></p>"


def test_substitutions_that_would_explode_are_left_as_written():
    definitions = ".. |a| replace:: " + "x" * 9000 + "\n\n"
    assert len(html_of(definitions + "|a| " * 20_000)) < 1_000_000
    laughs = ".. |a0| replace:: ha\n" + "".join(
        f".. |a{n}| replace:: {f'|a{n - 1}| ' * 10}\n" for n in range(1, 12)
    )
    assert len(html_of(laughs + "\n|a11|")) < 1_000_000


def test_a_line_of_enormous_length_is_shown_as_it_is():
    assert html_of("x" * 30_000).startswith(f"<p>{'x' * 30_000}</p>")


@pytest.mark.parametrize(
    "source",
    [
        "Top\n===\n\n" + ".. note::\n\n" * 8000,
        "Top\n===\n\n" + "-a  x\n" * 15_000,
        "Top\n===\n\n" + "+--+\n|a |\n" * 9000 + "+--+\n",
        "Top\n===\n\n" + "*a\n" * 9000,
        "Top\n===\n\n" + "".join(f".. _a{n}:\n" for n in range(9000)),
    ],
)
def test_what_would_take_docutils_too_long_is_shown_plain_with_its_headings_and_a_note(source):
    html = html_of(source)
    assert html.startswith('<h1 id="top">Top')
    assert html.endswith("it would take too long to lay out.</p>")


def test_a_long_document_of_the_usual_kind_is_laid_out():
    part = "Part {n}\n------\n\n" + "Some *text* with ``code`` and `a link <b.rst>`_.\n" * 8
    part += "\n* one\n* two\n\n.. note:: Mind.\n\n.. code-block:: sh\n\n   run\n\n"
    source = "Top\n===\n\n" + "".join(part.format(n=n) for n in range(200))
    assert "render-note" not in html_of(source)
