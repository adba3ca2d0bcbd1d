"""Whatever is written as a diagram: a drawing of ours or a refusal, and nothing else."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from apps.text.diagrams.drawing import draw
from apps.text.diagrams.refusal import NotDrawnError

ELEMENTS = {"svg", "title", "g", "rect", "circle", "polygon", "path", "text"}
ATTRIBUTES = {
    *("class", "role", "aria-label", "width", "height", "viewBox", "x", "y", "rx", "cx", "cy", "r"),
    *("points", "d", "transform"),
}
NUMBERS = re.compile(r"[-0-9., MLCHVAZlmh]*|translate\([-0-9.,]*\)")

PIECES = st.sampled_from(
    [
        *(
            "A",
            "B1",
            "c-d",
            "日本",
            "end",
            " ",
            "\n",
            ";",
            "&",
            "subgraph x\n",
            "end\n",
            "direction LR\n",
        ),
        *(
            "-->",
            "---",
            "-.->",
            "==>",
            "--x",
            "o--o",
            "<-->",
            "~~~",
            "-- no -->",
            "|yes|",
            "-.",
            "==",
        ),
        *(
            "[a]",
            "(b)",
            "{c}",
            "((d))",
            "[[e]]",
            "[(f)]",
            ">g]",
            '["<script>"]',
            "[/h\\]",
            "[",
            "]",
        ),
        *("->>", "-->>", "-)", ": hi", "loop l\n", "alt a\n", "else\n", "opt o\n", "rect r\n", "+"),
        *("Note over A,B: n\n", "note left of A: m\n", "participant P as Q\n", "autonumber\n"),
        *('"', "'", "<", "\x00", "\ud800", "\u202e", "\ufffe", "%%", "#quot;", "<br>", "\\n"),
    ]
)
HEADS = st.sampled_from(["graph TD\n", "flowchart LR\n", "graph BT;", "sequenceDiagram\n", ""])
SOURCES = (
    st.builds(lambda head, pieces: head + "".join(pieces), HEADS, st.lists(PIECES)) | st.text()
)


def assert_is_ours(drawing):
    root = ET.fromstring(drawing)
    for element in root.iter():
        assert element.tag in ELEMENTS
        assert set(element.attrib) <= ATTRIBUTES
        for name, value in element.attrib.items():
            if name not in ("class", "role", "aria-label"):
                assert NUMBERS.fullmatch(value), (name, value)
            elif name == "class":
                assert re.fullmatch(r"(?:diagram-[a-z]+ ?)+", value)


@settings(max_examples=300, deadline=None)
@given(SOURCES)
@example("graph TD\nA --> A\nA -->|x| A")
@example("graph TD\nsubgraph x\nend\nA --> x")
@example("sequenceDiagram\nloop\nend")
@example("sequenceDiagram\nA->>B")
def test_any_text_is_drawn_by_our_elements_alone_or_refused(source):
    drawing, refusal = None, ""
    try:
        drawing = draw(source)
    except NotDrawnError as error:
        refusal = str(error)
    if drawing is None:
        assert re.fullmatch(r"[\w ]+", refusal)
    else:
        assert_is_ours(drawing)
        assert len(drawing) < 1_000_000


@pytest.mark.parametrize(
    "words",
    [
        "<script>alert(1)</script>",
        "</text></svg><img src=x onerror=alert(1)>",
        "'&quot; onload=alert(1) x='",
        "]]>&#x0;&lt;b&gt;",
    ],
)
def test_hostile_words_stay_words(words):
    for source in (f'graph TD\nA["{words}"]', f"sequenceDiagram\nA->>B: {words}"):
        drawing = draw(source)
        assert_is_ours(drawing)
        assert "<script" not in drawing
        assert "<img" not in drawing
