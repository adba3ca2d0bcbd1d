import io
import stat
import struct
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.archives import ArchiveLimits, read_archive
from apps.text.errors import ArchiveError

LIMITS = ArchiveLimits(
    packed_bytes=1_000_000, unpacked_bytes=3_000_000, ratio=100, entries=20, entry_bytes=2_000_000
)


def make_zip(*files, method=zipfile.ZIP_DEFLATED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in files:
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name)
            archive.writestr(info, data, compress_type=method)
    return buffer


def patched(buffer, old, new, count=-1):
    assert old in buffer.getvalue()
    return io.BytesIO(buffer.getvalue().replace(old, new, count))


def read(buffer, limits=LIMITS, **options):
    return [(e.path, e.data, e.error) for e in read_archive(buffer, limits, **options)]


def test_files_come_in_order_without_their_common_folder():
    buffer = make_zip(("app-1.0/", b""), ("app-1.0/b.md", b"B"), ("app-1.0/docs/a.md", b"A"))
    assert read(buffer) == [("b.md", b"B", None), ("docs/a.md", b"A", None)]
    assert read(buffer, strip_root=False) == [
        ("app-1.0/b.md", b"B", None),
        ("app-1.0/docs/a.md", b"A", None),
    ]


def test_folders_that_share_no_root_stay():
    assert read(make_zip(("x/a.md", b"A"), ("y/a.md", b"B"))) == [
        ("x/a.md", b"A", None),
        ("y/a.md", b"B", None),
    ]


def test_system_litter_is_left_out_and_does_not_hide_the_common_folder():
    buffer = make_zip(("r/a.md", b"A"), ("__MACOSX/r/._a.md", b"x"), ("r/.DS_Store", b"x"))
    assert read(buffer) == [("a.md", b"A", None)]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../evil.md", "climbs out"),
        ("a/../../evil.md", "climbs out"),
        ("/etc/passwd", "absolute"),
        ("//server/share/x", "absolute"),
        ("C:/x.md", "absolute"),
        ("c:x.md", "absolute"),
        ("a\\b.md", "backslash"),
        ("\\\\server\\x", "backslash"),
        ("docs/con.md", "reserved"),
        ("LPT1", "reserved"),
        ("a\x01b.md", "control"),
        ("x" * 2000, "too long"),
        ("./.", "empty"),
    ],
)
def test_hostile_names_get_an_error_and_the_others_go_in(name, reason):
    (path, data, error), good = read(make_zip((name, b"bad"), ("ok.md", b"fine")))
    assert (data, reason in error, len(path) <= 1024) == (None, True, True)
    assert good == ("ok.md", b"fine", None)


def test_a_nul_in_a_name_is_refused_and_not_shown():
    buffer = patched(make_zip(("aXb.md", b"bad"), ("ok.md", b"x")), b"aXb.md", b"a\0b.md")
    assert read(buffer) == [
        ("a\ufffdb.md", None, "The name contains control characters."),
        ("ok.md", b"x", None),
    ]


def test_names_are_read_as_utf_8_or_else_as_code_page_437():
    plain = make_zip(("caf__.md", b"A"), ("xyz_.md", b"B"))
    buffer = patched(patched(plain, b"caf__.md", "café.md".encode()), b"xyz_.md", b"xyz\x81.md")
    assert [path for path, _, _ in read(buffer)] == ["café.md", "xyzü.md"]


def test_a_flagged_name_that_is_not_utf_8_is_one_bad_entry():
    buffer = patched(make_zip(("é_.md", b"A"), ("ok.md", b"B")), "é_.md".encode(), b"\xff\xfe_.md")
    assert [(path, data) for path, data, _ in read(buffer)] == [
        ("\ufffd\ufffd_.md", None),
        ("ok.md", b"B"),
    ]


def test_names_are_composed_and_doubled_slashes_folded():
    assert [path for path, _, _ in read(make_zip(("./a//cafe\u0301.md", b"A"), ("b", b"")))] == [
        "a/café.md",
        "b",
    ]


def test_links_and_devices_are_not_followed():
    link = zipfile.ZipInfo("link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    assert read(make_zip((link, b"/etc/passwd"), ("ok.md", b"x"))) == [
        ("link.md", None, "Symbolic links and special files are not followed."),
        ("ok.md", b"x", None),
    ]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_of_two_entries_with_one_path_the_first_is_taken():
    first, second = read(make_zip(("a.md", b"1"), ("./a.md", b"2")))
    assert first == ("a.md", b"1", None)
    assert (second[0], second[1]) == ("a.md", None)


def test_encrypted_files_say_so():
    raw = bytearray(make_zip(("a.md", b"secret"), ("b.md", b"x")).getvalue())
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    assert read(io.BytesIO(raw)) == [("a.md", None, "The file is encrypted."), ("b.md", b"x", None)]


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_rare_packing_methods_are_refused_by_entry(method):
    ((path, data, error),) = read(make_zip(("a.md", b"x"), method=method))
    assert (path, data, "not supported" in error) == ("a.md", None, True)


def test_stored_files_are_read():
    assert read(make_zip(("a.md", b"x" * 70_000), method=zipfile.ZIP_STORED)) == [
        ("a.md", b"x" * 70_000, None)
    ]


def test_a_damaged_file_is_one_bad_entry():
    buffer = patched(
        make_zip(("a.md", b"hello"), ("b.md", b"x"), method=zipfile.ZIP_STORED), b"hello", b"jello"
    )
    assert read(buffer) == [
        ("a.md", None, "The checksum does not match; the file is damaged."),
        ("b.md", b"x", None),
    ]


def test_a_header_that_names_another_file_is_one_bad_entry():
    buffer = patched(make_zip(("a.md", b"A"), ("b.md", b"B")), b"a.md", b"z.md", 1)
    assert [(path, data) for path, data, _ in read(buffer)] == [("a.md", None), ("b.md", b"B")]


def test_a_file_over_the_limit_is_one_bad_entry():
    noise = bytes((n * n * 31 + n // 7) % 251 for n in range(5000))
    limits = ArchiveLimits(entry_bytes=1000)
    (_, data, error), small = read(make_zip(("big.bin", noise), ("a.md", b"A")), limits)
    assert (data, error, small) == (
        None,
        "The file is larger than 1000 bytes.",
        ("a.md", b"A", None),
    )


def test_a_dense_bomb_is_refused():
    with pytest.raises(ArchiveError, match="100 times"):
        read(make_zip(("zeros", b"\0" * 1_900_000)))


def test_a_bomb_that_lies_about_its_size_is_counted_while_it_unpacks():
    raw = make_zip(("zeros", b"\0" * 1_900_000)).getvalue()
    lie = raw.replace(struct.pack("<L", 1_900_000), struct.pack("<L", 10))
    with pytest.raises(ArchiveError, match="100 times"):
        read(io.BytesIO(lie))


def test_more_than_the_allowed_total_is_refused_before_the_first_entry():
    with pytest.raises(ArchiveError, match="over 3000000 bytes"):
        read_archive(
            make_zip(*((f"{n}", b"\0" * 1_900_000) for n in range(2))),
            ArchiveLimits(unpacked_bytes=3_000_000, ratio=100_000),
        )


def test_too_many_entries_are_refused():
    with pytest.raises(ArchiveError, match="more than 20 entries"):
        read(make_zip(*((f"{n}.md", b"") for n in range(21))))


def test_an_archive_over_the_packed_limit_is_refused():
    with pytest.raises(ArchiveError, match="larger than 10 bytes"):
        read(make_zip(("a.md", b"A")), ArchiveLimits(packed_bytes=10))


def test_entries_that_share_their_data_are_refused():
    raw = make_zip(("a.md", b"A" * 50), ("b.md", b"A" * 50)).getvalue()
    second = raw.rindex(b"PK\x01\x02")
    overlapping = raw[: second + 42] + struct.pack("<L", 0) + raw[second + 46 :]
    with pytest.raises(ArchiveError, match="overlap"):
        read(io.BytesIO(overlapping))


def test_an_archive_in_an_archive_is_just_a_file():
    inner = make_zip(("zeros", b"\0" * 100_000)).getvalue()
    assert read(make_zip(("inner.zip", inner))) == [("inner.zip", inner, None)]


def test_data_before_the_archive_is_allowed():
    raw = b"#!/bin/sh\n" + make_zip(("a.md", b"A")).getvalue()
    assert read(io.BytesIO(raw)) == [("a.md", b"A", None)]


def test_zip64_records_are_understood():
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w") as archive,
        archive.open("a.md", "w", force_zip64=True) as out,
    ):
        out.write(b"A")
    assert read(buffer) == [("a.md", b"A", None)]


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x05\x06", b"PK\x03\x04" + b"\0" * 100])
def test_what_is_no_zip_is_refused(data):
    with pytest.raises(ArchiveError, match="no zip archive"):
        read(io.BytesIO(data))


GOOD = make_zip(("r/a.md", b"A" * 500), ("r/b.md", b"B"), ("r/c/", b"")).getvalue()


@settings(deadline=None)
@given(st.integers(0, len(GOOD) - 1))
def test_a_cut_off_archive_is_refused(length):
    with pytest.raises(ArchiveError):
        read(io.BytesIO(GOOD[:length]))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(GOOD) - 1), st.integers(0, 255)), max_size=8))
def test_any_damage_ends_in_entries_or_an_archive_error(changes):
    raw = bytearray(GOOD)
    for position, value in changes:
        raw[position] = value
    try:
        entries = list(read_archive(io.BytesIO(raw), LIMITS))
    except ArchiveError:
        return
    assert [e for e in entries if (e.data is None) == (e.error is None)] == []


@settings(deadline=None)
@given(st.binary(max_size=200_000))
def test_what_was_packed_comes_out_again(data):
    assert read(make_zip(("a.md", data), ("b", b"")))[0] == ("a.md", data, None)
