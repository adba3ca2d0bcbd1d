"""No input keeps a reader of any format busy; work is counted, not waiting."""

import time

import pytest

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.parse import parse_document
from apps.text.render import render_document
from tests.text.hostile import HOSTILE

SIZE = 20_000
SECONDS = 2.0
"""For parsing, chunking and rendering each."""
UNITS = {
    "a.adoc": [
        "*a ", "**a", "_a ", "`a ", "<<a", "<<a,", "[[a", "[[a]", "xref:a[", "https://a[",
        "image:a[", "+a ", "{a}", "[.a]#b", '"`a', "====N", "----N", "--N", "++++N", "////N",
        "* aN", "** aN", "a::N", "* aN+N----N", "[source]N", ".aN", ":a: bN", "aN--N",
        "[NOTE]N====N", "!===N", "64+!aN", "ifdef::a[]N", "NOTE: aN", "* aNN", "* aN+N",
    ],
    "a.org": [
        "*a ", "~a ", "[[a][", "[[a]]", "<<a>>", "[fn:1]", "#+BEGIN_SRCN", "#+END_SRCN",
        "#+BEGIN_QUOTEN", ":a:N", ":END:N", "- aN", "- a :: bN", ": aN", "#+TITLE: aN",
        "* TODO [#A] a :b:N", "a_{b}", ":PROPERTIES:N", "* aN:PROPERTIES:N",
    ],
    "a.rdoc": [
        "{a}[", "a[http://b]", "a[http:", "rdoc-ref:a ", "<tt>a", "<b>", "[a] bN", "a::N",
        ">>>N  aN", "= aN", "  aN", "*a* ", "* aN",
    ],
    "a.html": [
        "<p>", "<div>", "<table>", "<tr><td>", "<td>", "<h1>", "<h2>a</h2>", "<pre>",
        "<pre><code>", "<a href=x>", "<a href='", "<script>", "<!--", "<!", "<?", "<title>",
        "<ul><li>", "<svg>", '<p class="', "</p>", "<a <", "&amp;", "<div id=a><h1>", "<b>",
    ],
    "a.yaml": [
        "- ", "? ", "{", "[", '{"a":', "[[", "  - a:N", "&a ", "*a ", "/p: {get: {}}N",
        "a: &a [*a]N", "get:N",
    ],
}  # fmt: skip
HEADS = {"a.yaml": "openapi: 3.0.0\npaths:\n"}
DEEP = {
    "a.adoc": [
        "----\nx" + " " * SIZE + "y\n----\n",
        "\n".join("=" * n for n in range(4, 250)),
        "".join(f"[NOTE]\n{'=' * n}\n" for n in range(4, 200)),
        "\n".join("*" * (n % 6) + " a" for n in range(8000)),
        "|===\n" + "100*|a\n" * 4000 + "|===\n",
        "[cols=99999*]\n|===\n" + "|a\n" * 8000 + "|===\n",
        f"= T\n:a: {'b' * 80}\n\n" + "{a}" * 9000,
    ],
    "a.org": [
        "* x" + " " * SIZE + "y\n",
        "\n".join(" " * n + "- a" for n in range(250)),
        "".join(f"#+begin_x{n}\n" for n in range(900))
        + "".join(f"#+end_x{n}\n" for n in range(899, -1, -1)),
        "|" * SIZE,
    ],
    "a.rdoc": ["\n".join(" " * n + "* a" for n in range(250))],
    "a.html": [
        "<script>" + "</script " * (SIZE // 9),
        "<table><tr>" + "<th>a" * 2000 + "<tr><td>b" * 2000,
        "<blockquote>" * 2500,
    ],
    "a.yaml": [
        "openapi: 3.0.0\npaths:\n  /a: " + "[" * SIZE,
        "openapi: 3.0.0\npaths:\n" + "- " * 15_000,
        '{"openapi":"3.0.0","paths":' + '{"a":' * 6000,
        '{"openapi":"3.0.0","paths":' + "[" * SIZE,
        "openapi: 3.0.0\npaths:\n"
        + "".join(f"  /{n}: {{get: {{requestBody: {{$ref: '#/x/A'}}}}}}\n" for n in range(500))
        + "x: {A: {$ref: '#/x/B'}, B: {$ref: '#/x/A'}}\n",
        "openapi: 3.0.0\ncomponents:\n  schemas:\n"
        + "".join(
            f"    A{n}: {{allOf: [{', '.join(ref(m) for m in range(n, n + 12))}]}}\n"
            for ref in [lambda m: f"{{$ref: '#/components/schemas/A{m}'}}"]
            for n in range(60)
        ),
    ],
}
CASES = [(name, unit) for name, units in UNITS.items() for unit in units]
KNOWN = ["tags", "stars", "wide table", "setext", "list of fences"]


def assert_is_quick(source, name):
    started = time.thread_time()
    parsed = parse_document(source, name=name)
    report = chunk_document(parsed, ChunkLimits(max_chunks=100_000))
    render_document(parsed)
    assert time.thread_time() - started < 3 * SECONDS
    text = "".join("".join(chunk.content.split()) for chunk in report.chunks)
    assert text == "".join(source.split())


@pytest.mark.parametrize(("name", "unit"), CASES)
def test_repetition_is_read_in_time(name, unit):
    unit = unit.replace("N", "\n").replace("!", "|")
    assert_is_quick(HEADS.get(name, "") + unit * (SIZE // len(unit)), name)


@pytest.mark.parametrize(("name", "number"), [(n, i) for n in DEEP for i in range(len(DEEP[n]))])
def test_depth_and_width_are_read_in_time(name, number):
    assert_is_quick(DEEP[name][number], name)


@pytest.mark.parametrize("name", [*UNITS])
@pytest.mark.parametrize("kind", KNOWN)
def test_what_made_other_formats_slow_is_read_in_time(kind, name):
    assert_is_quick(HOSTILE[kind], name)
