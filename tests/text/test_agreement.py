"""Headings and fences against an independent parser of the same specification."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.decode import decode
from apps.text.errors import TextError
from tests.text.agreement import ours, theirs

FOLDER = os.environ.get("PRESSMARK_MARKDOWN_FOLDER", "")
LINES = st.sampled_from(
    [
        "# a", "## b ##", "===", "---", "text", "- item", "  - inner", "1. one", "> quote",
        "```", "~~~", "````py", "```\t", "   ```", "    code", "| a | b |", "|---|---|", "<div>",
        "<!-- x -->", "", "", "", "***", "   ## c", "> # q", "- # l", "- ```", "  ```", "#nospace",
    ]
)  # fmt: skip


@pytest.mark.parametrize(
    "source",
    [
        '# A\n\n1. step\n\n   ```yaml title="a" {2}\n   # x\n   ```\n\n## B\n',
        "````\n```\n````\nSet\n===\n",
        "---\ntitle: T\n---\n\n# A\n```\nx\n",
        "\ufeff# A\r\n\r\n~~~\r\nx\r\n~~~\r\n",
        "- a\n\n      code\n\n  ```\n  f\n  ```\n> - ```\n>   q\n>   ```\n",
    ],
)
def test_known_documents_are_read_alike(source: str) -> None:
    assert ours(source) == theirs(source)


@settings(max_examples=100)
@given(st.lists(LINES, max_size=14).map("\n".join).filter(lambda s: not s.startswith("---")))
def test_generated_documents_are_read_alike(source: str) -> None:
    assert ours(source) == theirs(source)


@pytest.mark.skipif(not FOLDER, reason="PRESSMARK_MARKDOWN_FOLDER names no folder")
def test_the_markdown_of_a_folder_is_read_alike() -> None:
    shared, either = [0, 0], [0, 0]
    for path in Path(FOLDER).rglob("*.md"):
        try:
            source = decode(path.read_bytes()).text
        except TextError:
            continue
        for index, (mine, other) in enumerate(zip(ours(source), theirs(source), strict=True)):
            shared[index] += len(mine & other)
            either[index] += len(mine | other)
    assert shared[0] >= 0.999 * either[0]
    assert shared[1] >= 0.999 * either[1]
