import pytest

from apps.collections.media import SHOWN, is_attachment, sniff
from tests.collections.files.pictures import AVIF, GIF, JPEG, PDF, PNG, SVG, WEBP


@pytest.mark.parametrize(
    ("name", "data", "media_type"),
    [
        ("a.png", PNG, "image/png"),
        ("a.JPG", JPEG, "image/jpeg"),
        ("a.gif", GIF, "image/gif"),
        ("a.webp", WEBP, "image/webp"),
        ("a.avif", AVIF, "image/avif"),
        ("a.pdf", PDF, "application/pdf"),
        ("a.svg", SVG, "image/svg+xml"),
        ("a.pdf", PNG, "image/png"),
        ("a.png", SVG, "application/octet-stream"),
        ("a.png", b"<html><script>alert(1)</script>", "application/octet-stream"),
        ("a.svg", b"<html>", "application/octet-stream"),
        ("a.csv", b"<html>,b", "application/octet-stream"),
        ("a.png", b"", "application/octet-stream"),
    ],
)
def test_the_first_bytes_say_what_a_file_is_and_not_its_name(name, data, media_type):
    assert sniff(name, data) == media_type


def test_only_raster_images_are_shown_in_place():
    assert {f"image/{kind}" for kind in ("png", "jpeg", "gif", "webp", "avif")} == SHOWN


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a/b.png", True),
        ("b.PDF", True),
        ("a.md", False),
        ("png", False),
        ("tool.exe", False),
        ("page.html", False),
        ("a.png/readme", False),
    ],
)
def test_the_suffix_lets_a_file_in(name, expected):
    assert is_attachment(name) is expected
