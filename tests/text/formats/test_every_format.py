"""What holds for a document of any format, whatever stands in it."""

import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.errors import EncodingError
from apps.text.parse import parse_document
from apps.text.render import render_document
from apps.text.sections import section_tree
from apps.text.structure import BlockKind
from apps.text.windows import WindowLimits, window_document
from tests.text.formats.pieces import PIECES
from tests.text.test_render_hostile import VECTORS, assert_is_safe

NAMES = [*PIECES]
NOISE = st.text(st.sampled_from("=*#|+-_`[]<>{}.:/!~^&\"'\\ \n\r\t\x0cab1\u00e9\u6f22\ufeff"))
IDS = re.compile(r'<h[1-6][^>]* id="([^"]*)"')


def documents(name):
    lines = st.lists(st.sampled_from(PIECES[name]) | NOISE, max_size=14)
    return lines.map("\n".join) | lines.map("".join)


def assert_holds_together(source, name):
    parsed = parse_document(source, name=name)
    data = source.encode()
    blocks = parsed.blocks
    assert all(a.end <= b.start for a, b in pairwise(blocks))
    covered = b"".join(data[block.start : block.end] for block in blocks)
    assert b"".join(covered.split()) == b"".join(data.removeprefix("\ufeff".encode()).split())
    for block in blocks:
        lines = data[: block.start].decode().encode().splitlines(keepends=True)
        assert data[block.start : block.end].strip()
        assert block.start_line == len(lines) + (not lines or lines[-1].endswith((b"\n", b"\r")))
        assert all(block.start <= a <= b <= block.end for a, b in block.items)
    anchors = [heading.anchor for heading in parsed.headings]
    assert len(set(anchors)) == len(anchors)
    openers = [block for block in blocks if block.kind is BlockKind.HEADING]
    assert [start for _, start in parsed.openers()] == [block.start for block in openers]
    return parsed


@settings(deadline=None, max_examples=60)
@given(data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_blocks_cover_every_byte_once_and_headings_open_sections(name, data):
    source = data.draw(documents(name))
    parsed = assert_holds_together(source, name)
    tree = section_tree(parsed)
    assert all(a.end <= b.start for a, b in pairwise(tree))
    windows = window_document(parsed, WindowLimits(20, 5))
    assert all(source.encode()[w.start : w.end].decode() == w.content for w in windows)
    report = chunk_document(parsed, ChunkLimits(60, 10))
    text = "".join(source.removeprefix("\ufeff").split())
    assert "".join("".join(c.content.split()) for c in report.chunks) == text


@settings(deadline=None, max_examples=60)
@given(data=st.data())
@pytest.mark.parametrize("name", NAMES)
def test_every_heading_keeps_its_anchor_on_the_page_and_nothing_runs(name, data):
    vectors = st.lists(st.sampled_from([*PIECES[name], *VECTORS]), max_size=10)
    parsed = parse_document(data.draw(vectors.map("\n".join) | documents(name)), name=name)
    html = render_document(parsed)
    assert_is_safe(html)
    assert sorted(IDS.findall(html)) == sorted(heading.anchor for heading in parsed.headings)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("source", ["", " \n", "\ufeff", "\ufeff\n", "\0", "a", "\r\r", "\x0c"])
def test_next_to_nothing_is_a_document_too(name, source):
    parsed = assert_holds_together(source, name)
    assert parsed.title is None
    assert parsed.headings == ()


@pytest.mark.parametrize("name", NAMES)
def test_half_of_a_surrogate_pair_is_refused(name):
    with pytest.raises(EncodingError):
        parse_document("openapi: 3.0.0\ninfo: \ud800\n", name=name)


@pytest.mark.parametrize("name", NAMES)
def test_line_ends_make_no_difference(name):
    source = "\n".join(PIECES[name])
    unix = parse_document(source, name=name)
    windows = parse_document(source.replace("\n", "\r\n"), name=name)
    for mine, theirs in zip(unix.headings, windows.headings, strict=True):
        assert mine[:4] == theirs[:4]
    assert unix.code_blocks == windows.code_blocks
    assert unix.tables == windows.tables
    assert unix.links == windows.links
