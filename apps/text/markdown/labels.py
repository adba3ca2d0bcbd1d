"""What MyST adds to a Markdown document for others to refer to: labels, and tables of contents."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.text.labels import normalise_label, toctree_links
from apps.text.structure import Block, BlockKind, CodeBlock, Heading, Label, Link

_SIGN = re.compile(rb"\)=[ \t]*(?=\n|\Z)")
_LABEL = re.compile(rb" {0,3}\(([^\s()]{1,200})\)\Z")
_SHOWN = re.compile(rb"\S")
_LONGEST = 220
_VERBATIM = frozenset({BlockKind.CODE, BlockKind.HTML, BlockKind.FRONT_MATTER, BlockKind.TABLE})


class _Written(NamedTuple):
    """`(name)=` in a line of its own, and the line in which the next text that is none begins."""

    name: str
    line: int
    below: int


def labels_in(
    lined: bytes,
    blocks: Sequence[Block],
    headings: Sequence[Heading],
    code_blocks: Sequence[CodeBlock],
) -> Iterator[Label]:
    """Yield the labels of a document: `(label)=` in a line by itself, outside of code.

    `lined` is the source with one LF in place of each line end.
    """
    written = _written(lined)
    if not written:
        return
    starts = [block.start_line for block in blocks]
    fences = [code.start_line for code in code_blocks]
    lines = [heading.line for heading in headings]
    for label in written:
        at = bisect_right(starts, label.line) - 1
        fence = bisect_right(fences, label.line) - 1
        is_coded = fence >= 0 and label.line <= code_blocks[fence].end_line
        if at >= 0 and not is_coded and blocks[at].kind not in _VERBATIM:
            # A heading that is underlined begins with the label itself, to CommonMark.
            place = bisect_right(lines, label.line)
            place += place < len(lines) and lines[place] == label.below
            anchor = headings[place - 1].anchor if place else ""
            yield Label(normalise_label(label.name), anchor, label.line)


def _written(lined: bytes) -> list[_Written]:
    found: list[tuple[str, int, int, int]] = []
    line, counted = 1, 0
    for sign in _SIGN.finditer(lined):
        start = lined.rfind(b"\n", max(0, sign.start() - _LONGEST), sign.start()) + 1
        match = _LABEL.match(lined, start, sign.start() + 1)
        if match is not None:
            line, counted = line + lined.count(b"\n", counted, start), start
            found.append((match[1].decode(), line, start, sign.end()))
    written: list[_Written] = []
    below, next_label = 0, len(lined)
    for name, line, start, end in reversed(found):
        shown = _SHOWN.search(lined, end)
        if shown is None:
            below = 0
        elif not shown.start() - 3 <= next_label <= shown.start():
            below = line + lined.count(b"\n", end, shown.start())
        next_label = start
        written.append(_Written(name, line, below))
    return written[::-1]


def contents_links(lined: bytes, code_blocks: Sequence[CodeBlock]) -> Iterator[Link]:
    """Yield the links of the tables of contents among a document's fences."""
    fences = [code for code in code_blocks if code.language == "toctree"]
    if not fences:
        return
    lines = lined.split(b"\n")
    for code in fences:
        if b"{toctree}" in lines[code.start_line - 1]:
            yield from toctree_links(code.content.split("\n"), code.start_line + 1)
