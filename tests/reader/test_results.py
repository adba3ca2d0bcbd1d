"""Snippets as running text."""

import pytest

from apps.reader.results import plain


@pytest.mark.parametrize(
    ("snippet", "text"),
    [
        (
            "By agreeing to use _Black_, you *cede* **control**.",
            "By agreeing to use Black, you cede control.",
        ),
        (
            "Call `__init__(self, *args, **kwargs)` or `_private_`.",
            "Call __init__(self, *args, **kwargs) or _private_.",
        ),
        (
            "def run(*args, **options) of snake_case_name",
            "def run(*args, **options) of snake_case_name",
        ),
        ("# Title\n\n- [the *guide*](guide.md) of ``a`b``", "Title the guide of ab"),
        ("2 * 3 * 4 and a cut `span", "2 * 3 * 4 and a cut span"),
    ],
)
def test_signs_of_markdown_go_and_signs_of_code_stay(snippet, text):
    assert plain(snippet) == text
