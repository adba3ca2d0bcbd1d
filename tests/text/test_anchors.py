import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.anchors import AnchorRegister, github_slug


@pytest.mark.parametrize(
    ("heading", "slug"),
    [
        ("Getting Started", "getting-started"),
        ("C++ & C#", "c--c"),
        ("Emoji 🚀 go", "emoji--go"),
        ("What's new?", "whats-new"),
        ("snake_case and-hyphen", "snake_case-and-hyphen"),
        ("Größe", "größe"),
        ("Настройка прокси", "настройка-прокси"),
        ("概要 設定", "概要-設定"),
        ("हिन्दी", "हिन्दी"),
        ("1. First step", "1-first-step"),
        ("Ⓐ circled", "ⓐ-circled"),
        ("half ½", "half-"),
        ("  padded  ", "padded"),
        ("🚀", ""),
        ("!?", ""),
    ],
)
def test_slugs_are_those_of_github(heading: str, slug: str) -> None:
    assert github_slug(heading) == slug


def test_repeated_anchors_are_numbered() -> None:
    register = AnchorRegister()
    assert [register.take("Examples") for _ in range(3)] == [
        "examples",
        "examples-1",
        "examples-2",
    ]


def test_a_literal_number_does_not_collide() -> None:
    register = AnchorRegister()
    taken = [register.take(text) for text in ("Examples", "Examples", "Examples 1", "Examples")]
    assert taken == ["examples", "examples-1", "examples-1-1", "examples-2"]


def test_a_heading_without_letters_still_has_an_anchor() -> None:
    register = AnchorRegister()
    assert [register.take("🚀"), register.take(""), register.take("Section")] == [
        "section",
        "section-1",
        "section-2",
    ]


@given(st.lists(st.sampled_from(["a", "a 1", "a-1", "a 1 1", "b", "A", "!", "section"])))
def test_anchors_of_one_document_are_all_different(headings: list[str]) -> None:
    register = AnchorRegister()
    anchors = [register.take(heading) for heading in headings]
    assert len(set(anchors)) == len(anchors)
