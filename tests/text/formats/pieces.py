"""Lines and pieces from which documents of each format are put together."""

PIECES = {
    "a.adoc": [
        "= Title", "== A", "=== B `c`", "[[own]]", "[#own]", "[discrete]", ".Caption",
        "[source,ruby]", "----", "====", "****", "____", "++++", "--", "....", "```", "//// ",
        "// x", "* item", "** deep", ". one", "term:: def", "+", ":name: value", "{name}", "!===",
        "NOTE: look", "[NOTE]", "include::x.adoc[]", "ifdef::x[]", "Setext", "------", "<<own>>",
        "xref:b.adoc#c[d]", "https://x.example[y]", "*b* _i_ `c`", "image::p.png[q]", "'''",
        "  literal", "- [x] z", "2+^a cell", "|===", "|a |b", "[cols=2*]", "", "",
    ],
    "a.org": [
        "* Title", "** TODO [#A] Deep :tag:", ":PROPERTIES:", ":CUSTOM_ID: own", ":END:",
        "#+TITLE: T", "# c", "#+begin_src sh", "#+end_src", "#+begin_quote", "#+end_quote",
        "- item", "  - deep", "1. one", "- a :: b", "- [X] done", ": fixed", "-----",
        "[[*Title][go]]", "[[#own]]", "[fn:1] note", "x[fn:1]", "*b* /i/ =c= ~d~",
        "SCHEDULED: <2026-01-01>", "#+caption: C", ",* x", "#+begin_example", "#+end_example",
        "\\\\", "  text", "[[./p.png]]", "| a | b |", "|---+---|", "", "",
    ],
    "a.rdoc": [
        "= Title", "== A", "  code", "* item", "  more", "- dash", "1. one", "a. letter",
        "[label] text", "note:: text", "---", ">>>", ":title: T", ":include: x",
        "{a b}[http://x.example]", "w[http://y.example]", "*b* _i_ +c+ `d`", "\\*x", "<b>x y</b>",
        "rdoc-ref:A#b", "====== Six", "      deep", "text", "", "",
    ],
    "a.html": [
        "<h1>A</h1>", "<h2 id=own>B", "</h2>", "<p>text", "</p>", "<ul><li>x", "</ul>",
        "<table><tr><th>a<td>b", "</table>", "<pre>", "</pre>", '<code class="language-py">',
        "</code>", '<div id="own">', "</div>", '<a href="#own">l</a>', "<script>", "</script>",
        "<!-- c", "-->", "<title>T</title>", "<head>", "</head>", "<body>", "&amp;", "<h3>",
        "<blockquote>", "</blockquote>", "<br>", "<img src=p.png alt=q>", "<template>",
        "</template>", "<meta name=a content=b>", "<h4",
    ],
    "a.yaml": [
        "openapi: 3.0.0", "info:", "  title: T", "paths:", "  /a:", "  /b: {get: {summary: s}}",
        "    get:", "    post:", "      summary: x", "      tags: [t]", "      parameters:",
        "      - {name: n, in: query}", "components:", "  schemas:", "    Pet:",
        "      type: object", "      properties: {id: {type: integer}}", "# c", "tags:",
        "- name: t", "x: &a [1]", "y: *a", "servers:", "- url: http://x.example",
        "webhooks: {w: {post: {}}}", "? k", ": v", "      responses: {200: {description: ok}}",
        "definitions: {D: {$ref: '#/definitions/D'}}",
    ],
}  # fmt: skip
