import pytest

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.parse import parse_document
from apps.text.structure import BlockKind, CodeBlock, LinkType, ParsedDocument, Table


def parse(source: str) -> ParsedDocument:
    return parse_document(source, name="a.rst")


def headings(source: str) -> list[tuple[int, str, int]]:
    return [(heading.level, heading.text, heading.line) for heading in parse(source).headings]


def test_levels_follow_the_order_in_which_styles_appear() -> None:
    source = (
        "=====\nTitle\n=====\n\nOne\n===\n\nTwo\n---\n\n"
        "Again\n=====\n\nDeep\n----\n\nDeeper\n~~~~~~\n"
    )
    assert headings(source) == [
        (1, "Title", 2),
        (2, "One", 5),
        (3, "Two", 8),
        (2, "Again", 11),
        (3, "Deep", 14),
        (4, "Deeper", 17),
    ]
    assert parse(source).title == "Title"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Hi\n==\n", [(1, "Hi", 1)]),
        ("Title\n====\n", [(1, "Title", 1)]),
        ("Title\n===\n", []),
        ("first\nsecond\n------\n", []),
        ("1. Start\n========\n", [(1, "1. Start", 1)]),
        ("概要\n====\n", [(1, "概要", 1)]),
        ("概要\n==\n", []),
        ("====\n  in\n====\n", [(1, "in", 2)]),
        ("====\nin\n=====\n", []),
        ("text\n\n-----\n\ntext\n", []),
        (".. _label:\n\nT\n=\n", [(1, "T", 3)]),
        (".. _label:\nTitle\n=====\n", [(1, "Title", 2)]),
        ("A\n=\n\nB\n-\n\nC\n=\n\nD\n~\n", [(1, "A", 1), (2, "B", 4), (1, "C", 7)]),
        ("\ufeffA\r\n=\r\n\r\nB\r\n=\r\n", [(1, "A", 1), (1, "B", 4)]),
    ],
)
def test_adornments_follow_docutils(source: str, expected: list[tuple[int, str, int]]) -> None:
    assert headings(source) == expected


@pytest.mark.parametrize(
    "inside",
    [
        "Code::\n\n   Fake\n   ====",
        "Code::\n\n> Fake\n> ====",
        ".. code-block:: rst\n\n   Fake\n   ====\n\n   Other\n   -----",
        ".. Comment\n   Fake\n   ====",
        ">>> print('x')\nFake\n====",
        "====  ====\nFake  x\n====  ====\na     b\n====  ====",
        "=====  =====\nInputs\n------------\nA      B\n=====  =====",
        "+------+\n| Fake |\n+======+\n| x    |\n+------+",
        "* item\n\n  Fake\n  ====",
        "   Quoted\n   ======",
        "Term\n   Fake\n   ====",
    ],
)
def test_what_only_looks_like_a_title_is_none(inside: str) -> None:
    source = f"Real\n****\n\n{inside}\n\nNext\n****\n"
    assert [text for _, text, _ in headings(source)] == ["Real", "Next"]


def test_title_text_is_what_a_reader_sees() -> None:
    source = "The ``code`` of :class:`~a.b.Thing` and *em* `link <x>`_ \\*\n" + "=" * 60 + "\n"
    (heading,) = parse(source).headings
    assert heading.text == "The code of Thing and em link *"
    assert heading.anchor == "the-code-of-thing-and-em-link-"


def test_code_is_found_at_every_depth() -> None:
    source = (
        "A::\n\n  one\n\n.. code-block:: python\n   :linenos:\n\n   two\n\n"
        "* item::\n\n    three\n\n.. note::\n\n   .. code:: sh\n\n      four\n\n>>> 1\n1\n"
    )
    assert parse(source).code_blocks == (
        CodeBlock("", "one\n", 3, 3),
        CodeBlock("python", "two\n", 5, 8),
        CodeBlock("", "three\n", 12, 12),
        CodeBlock("sh", "four\n", 16, 18),
        CodeBlock("pycon", ">>> 1\n1\n", 20, 21),
    )


def test_simple_and_grid_tables_have_cells() -> None:
    source = (
        "===  =====\na    b\n===  =====\n1    two\n     lines\n2\n===  =====\n\n"
        "+---+---+\n| a | b |\n+===+===+\n| 1 | x |\n|   | y |\n+---+---+\n"
    )
    assert parse(source).tables == (
        Table(("a", "b"), (("1", "two lines"), ("2", "")), 1, 7),
        Table(("a", "b"), (("1", "x y"),), 9, 14),
    )


def test_links_of_every_form() -> None:
    source = (
        "`A <a.html>`_ and `named`_ and short_ and :doc:`guide/start` ``no_``\n"
        "see https://x.example/y.\n\n.. _named: https://n.example\n.. _short: other.md\n\n"
        "::\n\n   `B <b.html>`_\n"
    )
    assert [(link.text, link.href, link.line, link.link_type) for link in parse(source).links] == [
        ("A", "a.html", 1, LinkType.RELATIVE),
        ("named", "https://n.example", 1, LinkType.ABSOLUTE),
        ("short", "other.md", 1, LinkType.MARKDOWN),
        ("guide/start", "guide/start", 1, LinkType.RELATIVE),
        ("https://x.example/y", "https://x.example/y", 2, LinkType.ABSOLUTE),
        ("https://n.example", "https://n.example", 4, LinkType.ABSOLUTE),
    ]


def test_directives_are_text_and_read_nothing() -> None:
    source = (
        ".. include:: /etc/passwd\n\n.. csv-table::\n   :file: /etc/passwd\n\n"
        ".. raw:: html\n\n   <script>1</script>\n"
    )
    parsed = parse(source)
    data = source.encode()
    texts = [data[block.start : block.end].decode() for block in parsed.blocks]
    assert "\n\n".join(texts) == source.strip()
    assert [block.kind for block in parsed.blocks] == [
        BlockKind.OTHER,
        BlockKind.TABLE,
        BlockKind.OTHER,
    ]


def test_a_literal_block_is_never_cut() -> None:
    code = "\n".join(["   line. One more."] * 40)
    source = f"Title\n=====\n\nBefore. It is here::\n\n{code}\n\n" + "After. " * 40
    chunks = chunk_document(parse(source), ChunkLimits(100, 20)).chunks
    assert sum(code in one.content for one in chunks) == 1


def test_plain_text_has_titles_and_paragraphs() -> None:
    source = (
        "The Title\n=========\n\nBody_ with *stars*.\n\nPart\n----\n\nMore. https://x.example\n"
    )
    parsed = parse_document(source, name="a.txt")
    assert [(h.level, h.text) for h in parsed.headings] == [(1, "The Title"), (2, "Part")]
    assert (parsed.title, parsed.format) == ("The Title", "text")
    assert [link.href for link in parsed.links] == ["https://x.example"]
    assert parse_document("no title here\n", name="a.txt").title is None
