import pytest

from apps.text.diagrams.flowchart import MOST_EDGES
from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.rendering import diagrams
from tests.text.hostile import filled


def html_of(source, name="a.md", **options):
    return render_document(parse_document(source, name=name), **options)


def fence(source):
    return f"```mermaid\n{source}\n```\n"


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.md", "- list\n\n  ```mermaid\n  graph TD; A-->B\n  ```\n"),
        ("a.rst", "Title\n=====\n\n.. mermaid::\n\n   graph TD\n   A-->B\n"),
        ("a.adoc", "= Title\n\n[source,mermaid]\n----\ngraph TD\nA-->B\n----\n"),
    ],
)
def test_a_diagram_is_drawn_with_its_source_folded_up_beside(name, source):
    html = html_of(source, name)
    assert html.count('<svg class="diagram-drawing" role="img" aria-label="Flowchart: A, B"') == 1
    assert '<details class="diagram-source"><summary>Source</summary><pre' in html
    assert "A--&gt;B" in html
    assert "style=" not in html


def test_a_diagram_that_is_not_drawn_says_why_under_its_source():
    html = html_of(fence("gantt\ntitle x"))
    assert "<svg" not in html
    assert "Mermaid diagram (source)" in html
    assert (
        '<p class="render-note">This diagram is shown as its source, because only flowcharts and '
        "sequence diagrams are drawn.</p>" in html
    )


def test_without_drawings_a_page_has_the_sources_alone():
    html = html_of(fence("graph TD\nA-->B"), has_drawings=False)
    assert "Mermaid diagram (source)" in html
    assert "<svg" not in html
    assert "<svg" in html_of(fence("graph TD\nA-->B"))


def test_no_more_than_so_many_are_drawn_on_one_page():
    html = html_of(fence("graph TD\nA-->B") * (diagrams.MOST + 2))
    assert html.count("<svg") == diagrams.MOST
    assert html.count("because the page has too many of them") == 2


def test_a_page_cannot_imitate_a_diagram_by_html_of_its_own():
    html = html_of(
        '<div class="code-block diagram"><div class="code-label">Mermaid diagram (source)</div>'
        '<pre class="highlight" tabindex="0"><code>graph TD; A-->B</code></pre></div>\n'
    )
    assert "Mermaid diagram (source)" in html
    assert "<svg" not in html


def test_words_of_a_diagram_are_no_links_and_no_elements():
    html = html_of(fence('graph TD\nA["<a href=javascript:alert(1)><img src=x>"]'))
    assert "&lt;a href" in html
    assert "<a" not in html
    assert "<img" not in html


def test_a_page_full_of_the_dearest_diagrams_is_laid_out_within_its_second():
    dense = "\n".join(f"n{a % 60}-->|w|n{a * 7 % 60}" for a in range(MOST_EDGES))
    pages = [
        fence(f"graph TD\n{dense}") * 40,
        fence("graph TD\n" + filled("A", 19_000)) * 5,
        fence("sequenceDiagram\n" + "A->>B: x\n" * 150) * 40,
        fence("graph TD\n" + ('A["' * 300 + "\n") * 20) * 5,
        fence("graph TD\n" + ("A" + "[" * 900 + "\n") * 20) * 5,
    ]
    for page in pages:
        assert html_of(page).count("Mermaid diagram") == page.count("```mermaid")
