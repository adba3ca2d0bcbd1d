import pytest

from apps.text.diagrams.drawing import draw
from apps.text.diagrams.refusal import NotDrawnError
from apps.text.diagrams.sequence import FrameBreak, FrameEnd, FrameStart, Message, Note
from apps.text.diagrams.sequence_columns import Columns
from apps.text.diagrams.sequence_reader import read_sequence
from apps.text.diagrams.statements import statements


def sequence_of(*lines):
    return read_sequence(statements("\n".join(("sequenceDiagram", *lines))))


@pytest.mark.parametrize(
    ("arrow", "is_dotted", "ends"),
    [
        ("->>", False, ("", "arrow")),
        ("-->>", True, ("", "arrow")),
        ("->", False, ("", "")),
        ("-->", True, ("", "")),
        ("-x", False, ("", "cross")),
        ("--x", True, ("", "cross")),
        ("-)", False, ("", "open")),
        ("<<->>", False, ("arrow", "arrow")),
        ("->>+", False, ("", "arrow")),
    ],
)
def test_each_arrow_has_its_line_and_its_ends(arrow, is_dotted, ends):
    steps = sequence_of(f"Alice{arrow}Bob: Hello: you").steps
    assert steps == [Message("Alice", "Bob", ("Hello: you",), is_dotted, *ends)]


def test_participants_stand_in_the_order_of_their_first_mention():
    people = sequence_of("participant B as Web server", "actor A", "C->>A: x").participants
    assert [(p.name, p.lines, p.is_person) for p in people.values()] == [
        ("B", ("Web server",), False),
        ("A", ("A",), True),
        ("C", ("C",), False),
    ]


def test_notes_and_frames_stand_between_the_messages():
    steps = sequence_of(
        *("alt is well", "A->>B: x", "else", "Note over A,B: both", "end"),
        *("activate A", "deactivate A", "%% nothing", "note right of B: n"),
    ).steps
    assert steps == [
        FrameStart("alt", ("is well",)),
        Message("A", "B", ("x",), False, "", "arrow"),
        FrameBreak(()),
        Note("over", "A", "B", ("both",)),
        FrameEnd(),
        Note("right", "B", "B", ("n",)),
    ]


def test_columns_leave_room_for_what_stands_between_them():
    short = Columns(sequence_of("A->>B: x", "B->>C: y")).places
    long = Columns(sequence_of(f"A->>B: {'a long message ' * 2}", "B->>C: y")).places
    assert long[1] - long[0] > short[1] - short[0]
    assert long[2] - long[1] == short[2] - short[1]


def test_every_word_is_in_the_drawing():
    drawing = draw(
        "sequenceDiagram\ntitle Signing in\nautonumber\nactor U as The user\nU->>U: thinks\n"
        "loop each day\nU-)S: asks\nend\nrect rgb(1,2,3)\nS--xU: refuses\nend"
    )
    for text in ("Signing in", "The user", "1. thinks", "each day", "2. asks", "3. refuses"):
        assert f">{text}</text>" in drawing
    assert "rgb" not in drawing


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (["A->>B: x", "what is this"], "line 3 of it is not understood"),
        (["create participant A"], "line 2 of it is not understood"),
        (["else x"], "line 2 of it is not understood"),
        (["loop x", "else y", "end"], "line 3 of it is not understood"),
        (["loop x", "A->>B: x"], "one of its frames is not closed"),
        (["Note over A,B,C: x"], "line 2 of it is not understood"),
        ([f"participant P{at}" for at in range(21)], "it is too large"),
        (["A->>B: x"] * 151, "it is too large"),
        ([], "there is nothing in it"),
    ],
)
def test_what_is_not_wholly_understood_is_refused_with_the_reason(lines, reason):
    with pytest.raises(NotDrawnError) as refused:
        draw("\n".join(("sequenceDiagram", *lines)))
    assert str(refused.value) == reason
