import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import InvalidRequestError, UnsupportedFormatError
from apps.collections.keys import check_format, clean_key, suffix_of


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("  guides/a.md ", "guides/a.md"),
        ("guides\\windows\\a.md", "guides/windows/a.md"),
        ("cafe\u0301.md", "caf\u00e9.md"),
        ("Guides/A.md", "Guides/A.md"),
        ("日本語.md", "日本語.md"),
        ("src:space:12345", "src:space:12345"),
        ("a..b.md", "a..b.md"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.md",) * 2,
        ("\U0001f469\u200d\U0001f4bb.md",) * 2,
    ],
)
def test_a_key_is_trimmed_and_normalised_and_keeps_its_case(raw, kept):
    assert clean_key(raw) == kept


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("/etc/passwd", "absolute"),
        ("C:\\temp\\a.md", "absolute"),
        ("\\\\server\\a.md", "absolute"),
        ("../a.md", "dots"),
        ("a/../../b.md", "dots"),
        ("./a.md", "dots"),
        ("a//b.md", "empty segment"),
        ("a/", "empty segment"),
        ("a\0b.md", "control"),
        ("a\nb.md", "control"),
        ("a\ud800.md", "control"),
        ("x" * 501, "longer than 500"),
        ("a\u202edm.exe.md", "U+202E, a character that nobody can see"),
        ("a\u2066b.md", "U+2066"),
        ("a\u200bb.md", "U+200B"),
        ("a\u00adb.md", "U+00AD"),
        ("\ufeffa.md", "U+FEFF"),
        ("a\u2028b.md", "U+2028"),
        ("a\U000e0041.md", "U+E0041"),
        ("a\u200d.md", "U+200D"),
        ("\u200ca.md", "U+200C"),
        ("a\u200d\u200db.md", "U+200D"),
    ],
)
def test_a_key_that_cannot_be_kept_is_refused_with_a_reason(raw, reason):
    with pytest.raises(InvalidRequestError) as caught:
        clean_key(raw)
    assert reason in caught.value.message
    assert [error.field for error in caught.value.field_errors] == ["source_key"]


@given(st.text(max_size=60))
def test_a_clean_key_stays_as_it_is_and_never_climbs(raw):
    try:
        key = clean_key(raw)
    except InvalidRequestError:
        return
    assert clean_key(key) == key
    assert not {"", ".", ".."} & set(key.split("/"))


@pytest.mark.parametrize(
    "key", ["a.md", "a.MD", "a.markdown", "a.mdx", "a.txt", "a.rst", "a", "v1.2"]
)
def test_documents_and_keys_without_a_suffix_are_taken(key):
    check_format(key)


@pytest.mark.parametrize("key", ["a.exe", "a.md.zip", "notes.docx"])
def test_other_suffixes_are_refused(key):
    with pytest.raises(UnsupportedFormatError):
        check_format(key)


def test_a_version_number_is_no_suffix():
    assert [suffix_of(name) for name in ("v1.2", "a.MD", ".md", "a.tar.gz")] == [
        "",
        ".md",
        ".md",
        ".gz",
    ]
