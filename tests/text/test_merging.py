"""Two edits of one text."""

from hypothesis import given
from hypothesis import strategies as st

from apps.text.merging import merge_texts

TEXT = st.lists(st.sampled_from(["a\n", "b\r\n", "c\n", "\n", "d", "e\r"]), max_size=10).map(
    "".join
)


@given(TEXT, TEXT)
def test_an_edit_of_one_side_only_is_taken_as_it_is(base, edit):
    for theirs, yours in ((edit, base), (base, edit), (edit, edit)):
        merged = merge_texts(base, theirs, yours)
        assert (merged.text, merged.conflicts) == (edit, 0)


@given(TEXT, TEXT, TEXT)
def test_no_new_line_of_either_side_is_lost(base, theirs, yours):
    merged = merge_texts(base, theirs, yours)
    lines = set(merged.text.splitlines())
    known = set(base.splitlines())
    for side in (theirs, yours):
        assert set(side.splitlines()) - known <= lines | {"".join(side.splitlines())}


def test_edits_of_different_places_go_together_and_of_one_place_are_marked():
    base = "one\ntwo\nthree\n"
    apart = merge_texts(base, "ONE\ntwo\nthree\n", "one\ntwo\nTHREE")
    assert (apart.text, apart.conflicts) == ("ONE\ntwo\nTHREE", 0)
    both = merge_texts(base, "one\nTWO\nthree\n", "one\n2\nthree\n", names=("Ada", "you"))
    assert both.text == "one\n<<<<<<< Ada\nTWO\n=======\n2\n>>>>>>> you\nthree\n"
    assert both.conflicts == 1
