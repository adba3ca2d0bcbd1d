"""Whether the fragment of a link names a place on its page."""

import pytest

from apps.collections.fragments import Places

HEADINGS = [{"anchor": "the-saw"}, {"anchor": "steps-1"}]


class Counted:
    """Headings that tell how often they were read."""

    def __init__(self):
        self.reads = 0

    def __iter__(self):
        self.reads += 1
        return iter(HEADINGS)


@pytest.mark.parametrize("fragment", ["the-saw", "The Saw", "THE-SAW", "", "top", "x#steps-1"])
def test_headings_and_the_page_itself_are_found(fragment):
    assert Places(HEADINGS, "").has(fragment)


@pytest.mark.parametrize(
    "written",
    [
        '<a id="own">',
        "<a id='own'>",
        '<a name="own">',
        "<a name='own'>",
        "# A {#own}",
        "# A {#own .b}",
        ".. _own:",
        "(own)=",
    ],
)
def test_anchors_written_by_hand_are_found(written):
    places = Places([], f"Text\n{written}\nmore\n")
    assert places.has("own")
    assert not places.has("other")


def test_the_headings_of_a_page_are_read_once_for_all_fragments():
    headings = Counted()
    places = Places(headings, "text")
    assert [places.has(one) for one in ("the-saw", "gone", "steps-1")] == [True, False, True]
    assert headings.reads == 1
