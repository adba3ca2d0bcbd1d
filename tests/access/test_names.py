import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import InvalidRequestError
from apps.access.names import clean_name


def clean(raw):
    return clean_name(raw, field="name", longest=20, what="The name")


@pytest.mark.parametrize(
    "raw",
    [
        *("", "  ", "\t\n", "\ufeff", "\ufffe", "\u200b", "\u202e", "\u2066\u2069", "\u00ad"),
        *("\ue000", "\U0010ffff", "\ud800", "\u0378", "\u3164", "\u2800", "\u0301", "\u200d"),
        *("\ufe0f", "Run\u202ebooks", "Run\u200bbooks", "Run\0books", "x" * 21),
    ],
)
def test_a_name_that_cannot_be_seen_or_deceives_is_refused(raw):
    with pytest.raises(InvalidRequestError) as caught:
        clean(raw)
    assert [error.field for error in caught.value.field_errors] == ["name"]


@pytest.mark.parametrize(
    ("raw", "stored"),
    [
        ("  Run   books\n", "Run books"),
        ("\ufeffRunbooks\u200b", "Runbooks"),
        ("Cafe\u0301", "Caf\u00e9"),
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f4bb", "\U0001f469\u200d\U0001f4bb"),
        ("\u62db\u5f85", "\u62db\u5f85"),
        ("<b>'%", "<b>'%"),
    ],
)
def test_a_name_that_people_use_stays(raw, stored):
    assert clean(raw) == stored


@given(st.text(st.characters(codec=None), max_size=25))
def test_what_is_taken_is_stable_and_can_be_stored(raw):
    try:
        name = clean(raw)
    except InvalidRequestError:
        return
    assert clean(name) == name
    assert name.encode()
    assert not any(unicodedata.category(one) in {"Cc", "Cs"} for one in name)
