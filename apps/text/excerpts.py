"""Whole blocks of a document as Markdown that can stand inside another Markdown document.

An excerpt never starts or ends inside a table, a fence or a paragraph. Its headings are moved below
the heading that it will stand under; text of other formats, and Markdown that would not end where
the excerpt ends (an open fence, an open comment), stands in a fence of its own.
"""

import re
from collections.abc import Iterator, Sequence

from apps.text.markdown.document import parse_markdown
from apps.text.pieces import Piece
from apps.text.structure import BlockKind, ParsedDocument

DEEPEST = 6
_MARKDOWN = frozenset({"markdown", "mdx"})
_TICKS = re.compile(r"`{3,}")
_CONTAINER = re.compile(rb"^[ \t>]+")
_ATX = re.compile(rb"#{1,6}(?=[ \t]|$)")
_TAG = re.compile(rb"(</?h)([1-6])(?=[\s>])", re.IGNORECASE)
_GUARD = "guard0f3e"


def excerpt(parsed: ParsedDocument, pieces: Sequence[Piece], *, below: int) -> str:
    """The pieces as Markdown under a heading of level ``below``, without blank space around it."""
    data = parsed.source.encode()
    runs = list(_runs(data, pieces))
    verbatim = _joined([data[start:end] for start, end in runs])
    if parsed.format not in _MARKDOWN:
        return fenced(verbatim, parsed.format)
    moves = _moves(parsed, data, pieces, below)
    text = _joined([_moved(data, start, end, moves) for start, end in runs])
    return text if ends_where_it_ends(text) else fenced(verbatim, "markdown")


def fenced(text: str, language: str) -> str:
    """The text in a code fence that nothing in it can close."""
    longest = max((len(run) for run in _TICKS.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.strip(chr(10))}\n{fence}"


def ends_where_it_ends(markdown: str) -> bool:
    """Whether a heading that follows the text is read as a heading."""
    parsed = parse_markdown(f"{markdown}\n\n# {_GUARD}\n", "markdown")
    last = parsed.blocks[-1]
    return last.kind is BlockKind.HEADING and parsed.headings[-1].text == _GUARD


def _runs(data: bytes, pieces: Sequence[Piece]) -> Iterator[tuple[int, int]]:
    """Byte ranges of pieces, neighbours joined as they stand in the source."""
    if not pieces:
        return
    start, end = pieces[0].start, pieces[0].end
    for piece in pieces[1:]:
        if data[end : piece.start].strip():
            yield start, end
            start = piece.start
        end = piece.end
    yield start, end


def _joined(parts: list[bytes]) -> str:
    texts = [part.strip(b"\r\n").decode() for part in parts]
    return "\n\n".join(texts).replace("\r\n", "\n").replace("\r", "\n")


def _moves(
    parsed: ParsedDocument, data: bytes, pieces: Sequence[Piece], below: int
) -> list[tuple[int, int, bytes]]:
    """What to write in place of each heading in the pieces, in order.

    All move by the same number of levels, so that the first of them comes right under ``below``.
    """
    inside = [
        heading
        for heading in parsed.headings
        if any(one.start <= heading.start < one.end for one in pieces)
    ]
    tags = [
        (one.start + tag.start(2), int(tag[2]))
        for one in pieces
        if one.kind is BlockKind.HTML
        for tag in _TAG.finditer(data[one.start : one.end])
    ]
    levels = [heading.level for heading in inside] + [level for _, level in tags]
    shift = below + 1 - min(levels, default=0)
    moves = [
        (one.start, one.end, _written(data[one.start : one.end], min(one.level + shift, DEEPEST)))
        for one in inside
    ]
    moves += [(at, at + 1, b"%d" % min(level + shift, DEEPEST)) for at, level in tags]
    return sorted(moves)


def _moved(data: bytes, start: int, end: int, moves: list[tuple[int, int, bytes]]) -> bytes:
    """The bytes from ``start`` to ``end`` with the moves that lie in them made."""
    parts: list[bytes] = []
    done = start
    for first, last, text in moves:
        if done <= first < end:
            parts += [data[done:first], text]
            done = last
    return b"".join([*parts, data[done:end]])


def _written(heading: bytes, level: int) -> bytes:
    """A heading of either kind at another level; underlined ones get number signs."""
    marks = b"#" * level
    text = heading.rstrip()
    tail = heading[len(text) :]
    if _ATX.match(text):
        return _ATX.sub(marks, text, count=1) + tail
    lines = [_CONTAINER.sub(b"", line).strip() for line in text.splitlines()[:-1]]
    return marks + b" " + b" ".join(lines) + tail
