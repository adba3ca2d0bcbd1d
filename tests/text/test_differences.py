"""Texts side by side."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.differences import RowKind, compare_texts

LINES = st.lists(st.sampled_from(["a", "b", "the red fox", "the red dog", "", "x y"]), max_size=25)


def side(diff, name):
    """One side of a whole comparison, put together again."""
    numbered = [
        (getattr(row, f"{name}_line"), "".join(piece.text for piece in getattr(row, name)))
        for row in diff.rows
        if getattr(row, f"{name}_line") is not None
    ]
    assert [number for number, _text in numbered] == list(range(1, len(numbered) + 1))
    return "\n".join(text for _number, text in numbered)


@given(LINES, LINES)
@settings(max_examples=100)
def test_both_texts_can_be_read_off_the_rows(old, new):
    old, new = "\n".join(old), "\n".join(new)
    diff = compare_texts(old, new, context=None)
    assert (side(diff, "old"), side(diff, "new")) == (old, new)
    assert diff.is_same == (old == new)
    assert diff.is_same == all(row.kind is RowKind.SAME for row in diff.rows)
    for row in diff.rows:
        plain = [
            "".join(p.text for p in pieces if not p.is_changed) for pieces in (row.old, row.new)
        ]
        if row.kind in (RowKind.SAME, RowKind.CHANGED):
            assert plain[0] == plain[1]


@given(LINES, LINES, st.integers(0, 3))
@settings(max_examples=100, deadline=None)
def test_folding_leaves_out_equal_lines_only_and_counts_them(old, new, context):
    old, new = "\n".join(old), "\n".join(new)
    whole, folded = compare_texts(old, new, context=None), compare_texts(old, new, context=context)
    differing = [row for row in whole.rows if row.kind is not RowKind.SAME]
    shown = [row for row in folded.rows if row.kind not in (RowKind.SAME, RowKind.SKIPPED)]
    assert shown == differing
    assert sum(row.count for row in folded.rows) == len(whole.rows)
    assert (folded.added, folded.removed) == (whole.added, whole.removed)


def test_the_words_that_differ_are_marked():
    diff = compare_texts("one\nthe red fox ran\nend", "one\nthe brown fox ran off\nend")
    [row] = [row for row in diff.rows if row.kind is RowKind.CHANGED]
    assert [p.text for p in row.old if p.is_changed] == ["red"]
    assert [p.text for p in row.new if p.is_changed] == ["brown", " off"]
    assert (row.old_line, row.new_line, diff.added, diff.removed) == (2, 2, 1, 1)


def test_line_ends_alone_are_no_difference_in_rows_but_the_texts_are_not_the_same():
    diff = compare_texts("a\r\nb\rc", "a\nb\nc", context=None)
    assert {row.kind for row in diff.rows} == {RowKind.SAME}
    assert not diff.is_same


def cycle(length):
    return "\n".join(str(number % length) for number in range(30_000))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a\n" * 50_000, "a\n" * 49_000 + "b\n" * 1000),
        ("a\nb\n" * 25_000, "a\nc\n" * 25_000),
        (cycle(199), cycle(197)),
        ("a b " * 25_000, "a c " * 25_000),
        ("\n".join(map(str, range(40_000))), "\n".join(map(str, range(40_000, 0, -1)))),
        ("the a\n" * 2000, "the b\n" * 2000),
    ],
    ids=["runs", "pairs", "cycles", "one line", "reversed", "many lines"],
)  # fmt: skip
def test_hostile_pairs_take_bounded_time(old, new):
    start = time.process_time()
    compare_texts(old, new)
    assert time.process_time() - start < 4
