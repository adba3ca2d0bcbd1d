import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apps.text.labels import is_foreign, label_anchors, normalise_label
from apps.text.parse import parse_document
from apps.text.structure import Label, LinkType


def labels(source: str, name: str) -> list[tuple[str, str, int]]:
    return [(x.name, x.anchor, x.line) for x in parse_document(source, name=name).labels]


def links(source: str, name: str) -> list[tuple[str, str, int, str]]:
    found = parse_document(source, name=name).links
    return [(x.text, x.href, x.line, x.link_type.value) for x in found]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (".. _Start Here:\n\nTitle\n=====\n", [("start here", "title", 1)]),
        (".. _a:\n.. _b:\n\n.. _c:\n\nT\n=\n", [("a", "t", 1), ("b", "t", 2), ("c", "t", 4)]),
        (".. _`a: b`:\n\nT\n=\n", [("a: b", "t", 1)]),
        (".. _a\\:b:\n\nT\n=\n", [("a:b", "t", 1)]),
        (".. _py:x:\n\nT\n=\n", [("py:x", "t", 1)]),
        (".. _a:\n\n.. index:: x\n\n.. said to nobody\n\nT\n=\n", [("a", "t", 1)]),
        ("T\n=\n\n.. _a:\n\nText.\n\nU\n=\n", [("a", "t", 4)]),
        (".. _a:\n\nText.\n\nU\n=\n", [("a", "", 1)]),
        ("T\n=\n\ntext\n\n.. _a:\n", [("a", "t", 6)]),
        ("T\n=\n\n* item\n\n  .. _a:\n\n  text\n", [("a", "t", 6)]),
        ("T\n=\n\n.. note::\n\n   .. _a:\n\n   text\n", [("a", "t", 6)]),
        (".. _a:\n\nT\n-\n\nT\n-\n\n.. _b:\n\nT\n-\n", [("a", "t", 1), ("b", "t-2", 9)]),
        (".. _a: https://a.example\n", []),
        (".. _a:\n   https://a.example\n", []),
        (".. _a: b_\n", []),
        (".. _no colon\n", []),
        ("Code::\n\n  .. _a:\n", []),
        (".. code-block:: rst\n\n   .. _a:\n", []),
        ("* item::\n\n     .. _a:\n", []),
        (".. raw:: html\n\n   .. _a:\n", []),
        ("..\n   .. _a:\n", []),
    ],
)
def test_explicit_targets_of_restructuredtext_are_labels_of_the_heading_below(
    source: str, expected: list[tuple[str, str, int]]
) -> None:
    assert labels(source, "a.rst") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("(Start-Here)=\n# Title\n", [("start-here", "title", 1)]),
        ("---\na: b\n---\n(x)=\n\n# T\n", [("x", "t", 4)]),
        ("(a)=\n(b)=\n\n(c)=  \n## T\n", [("a", "t", 1), ("b", "t", 2), ("c", "t", 4)]),
        ("# A\n\n(x)=\ntext\n\n# B\n", [("x", "a", 3)]),
        ("(x)=\nTitle\n=====\n", [("x", "x-title", 1)]),
        ("(x)=\r\n# T\r\n", [("x", "t", 1)]),
        ("- item\n\n  (x)=\n  text\n", [("x", "", 3)]),
        ("# T\n\n(x)=", [("x", "t", 3)]),
        ("text (x)=\n", []),
        ("(two words)=\n", []),
        ("```\n(x)=\n```\n", []),
        ("- ~~~\n  (x)=\n  ~~~\n", []),
        ("```{note}\n(x)=\n```\n", []),
        ("    (x)=\n", []),
        ("<!--\n(x)=\n-->\n", []),
        ("---\na: |\n  (x)=\n---\n", []),
    ],
)
def test_targets_of_myst_are_labels_of_the_heading_below(
    source: str, expected: list[tuple[str, str, int]]
) -> None:
    assert labels(source, "a.md") == expected


@pytest.mark.parametrize("name", ["a.txt", "a.html", "a.org", "a.adoc", "a.rdoc"])
def test_other_formats_have_no_labels(name: str) -> None:
    assert labels(".. _a:\n\n(b)=\n# T\n", name) == []


def test_roles_of_restructuredtext_lead_to_labels_and_documents() -> None:
    source = (
        "See :ref:`Start Here` and :ref:`the\nstart <a_>`, :numref:`Figure %s <fig>`,\n"
        ":std:ref:`x` :doc:`/guide/go` :doc:`go <../go>` :doc:`python:library/os`\n"
        ":ref:`!off` ``:ref:`code``` :term:`word`\n\n::\n\n  :ref:`code`\n\n"
        ".. said to nobody :ref:`x`\n\n.. math:: :ref:`y`\n"
    )
    assert links(source, "a.rst") == [
        ("Start Here", "Start Here", 1, "label"),
        ("the start", "a_", 1, "label"),
        ("Figure %s", "fig", 2, "label"),
        ("x", "x", 3, "label"),
        ("/guide/go", "/guide/go", 3, "relative"),
        ("go", "../go", 3, "relative"),
    ]


def test_roles_of_myst_lead_to_labels_and_documents() -> None:
    source = (
        "# See {ref}`a`\n\n"
        "{ref}`the start <Start\nHere>` [t](b) [](c) {doc}`go </go>` {numref}`d`\n"
        "``{ref}`x` `` \\{ref}`x` {ref} `x` {ref}`!x` {term}`x`\n\n"
        "| t |\n|---|\n| {ref}`e` |\n\n- {ref}`f`\n\n```\n{ref}`x`\n```\n\n    {ref}`x`\n"
    )
    assert links(source, "a.md") == [
        ("a", "a", 1, "label"),
        ("the start", "Start Here", 3, "label"),
        ("t", "b", 4, "relative"),
        ("", "c", 4, "relative"),
        ("go", "/go", 4, "relative"),
        ("d", "d", 4, "label"),
        ("e", "e", 9, "label"),
        ("f", "f", 11, "label"),
    ]


ENTRIES = "a/b\nThe c <c.md>\nself\nOut <https://o.example>\nhttps://p.example\nglob/*\n\nd"
EXPECTED = [("a/b", "a/b", "relative"), ("The c", "c.md", "markdown"), ("d", "d", "relative")]


def test_entries_of_a_toctree_are_links_by_path() -> None:
    inside = f":maxdepth: 2\n:caption: Where <x>\n\n{ENTRIES}".replace("\n", "\n   ")
    found = links(f"T\n=\n\n.. toctree::\n   {inside}\n\nend\n", "a.rst")
    kept = [(text, href, kind) for text, href, _, kind in found if kind != "absolute"]
    assert kept == EXPECTED
    assert [line for *_, line, kind in found if kind != "absolute"] == [8, 9, 15]


@pytest.mark.parametrize("options", [":maxdepth: 2\n\n", "---\nmaxdepth: 2\n---\n", ""])
def test_entries_of_a_myst_toctree_are_links_by_path(options: str) -> None:
    source = f"# T\n\n```{{toctree}}\n{options}{ENTRIES}\n```\n\n[z](z.md)\n"
    found = links(source, "a.md")
    assert [(text, href, kind) for text, href, _, kind in found] == [
        *EXPECTED,
        ("z", "z.md", "markdown"),
    ]
    assert found[0][2] == source.split("\n").index("a/b") + 1
    assert links("```toctree\na\n```\n", "a.md") == []


def test_a_label_is_compared_without_regard_to_case_and_white_space() -> None:
    assert normalise_label(" Start\n  HERE ") == "start here"
    assert [is_foreign(name) for name in ("GenIndex", "search", "python:os", "os", ":x")] == [
        *(True, True, True, False, False)
    ]


PIECES = st.sampled_from(
    [
        *(".. _a:", "  .. _b:", ".. _c: http://x", "(a)=", "  (b)=", "{ref}`a", ":ref:`a <", ">`"),
        *("```", "```{toctree}", "~~~", "- x", "> ", "", "", "T", "===", "# H", "::", "   code"),
        *(".. note::", ".. toctree::", "..", "`", "<a>", ":ref:`b`", "{doc}`c`", "\\", "!!! n"),
    ]
)


@settings(max_examples=200)
@given(st.lists(PIECES | st.text(max_size=8), max_size=16).map("\n".join), st.booleans())
@example("(a)=\n```\n(b)=", True)
def test_any_text_is_read_and_labels_are_lines_of_it(source: str, is_markdown: bool) -> None:
    name = "a.md" if is_markdown else "a.rst"
    parsed = parse_document(source, name=name)
    anchors = {heading.anchor for heading in parsed.headings}
    lines = re.split(r"\r\n|\r|\n", source)
    for label in parsed.labels:
        assert isinstance(label, Label)
        assert label.anchor in anchors | {""}
        assert label.name in lines[label.line - 1].lower()
        assert not any(c.start_line <= label.line <= c.end_line for c in parsed.code_blocks)


@settings(max_examples=100)
@given(st.lists(PIECES.filter(lambda piece: "`" not in piece), max_size=12).map("\n".join))
def test_nothing_in_a_fence_is_a_label_or_a_reference(inside: str) -> None:
    fenced = parse_document(f"```\n{inside}\n(a)=\n{{ref}}`b`\n```\n", name="a.md")
    assert (fenced.labels, fenced.links) == ((), ())
    indented = f"{inside}\n.. _a:\n:ref:`b`".replace("\n", "\n    ")
    literal = parse_document(f".. code-block:: rst\n\n    {indented}\n", name="a.rst")
    assert (literal.labels, literal.links) == ((), ())
    assert LinkType.LABEL not in {link.link_type for link in literal.links}


def test_the_names_of_a_document_keep_the_order_of_the_text_and_its_first_definition_counts():
    defined = [Label("b", "one", 1), Label("a", "two", 3), Label("b", "three", 5)]
    assert list(label_anchors(defined).items()) == [("b", "one"), ("a", "two")]
