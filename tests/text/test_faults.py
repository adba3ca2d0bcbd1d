"""What happens when a parser or a renderer is wrong: the text stays, and so do its neighbours."""

import logging

import pytest

from apps.text import parse, render
from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.errors import EncodingError
from apps.text.parse import parse_document
from apps.text.render import render_document

SOURCE = "# Restart\n\nStop it.\n\n## Again\n\nStart it.\n"


class PanicException(BaseException):
    pass


@pytest.mark.parametrize("fault", [KeyError("End"), RecursionError(), PanicException("range")])
def test_a_document_that_the_parser_fails_on_is_read_as_plain_text(monkeypatch, caplog, fault):
    def fail(*_):
        raise fault

    monkeypatch.setitem(parse._PARSERS, "markdown", fail)
    with caplog.at_level(logging.CRITICAL):
        parsed = parse_document(SOURCE, name="a.md")
    chunks = chunk_document(parsed, ChunkLimits()).chunks
    assert "".join(chunk.content for chunk in chunks).split() == SOURCE.split()
    assert parsed.format == "markdown"


def test_a_page_that_the_renderer_fails_on_is_shown_plain(monkeypatch, caplog):
    def fail(*_, **__):
        raise IndexError

    monkeypatch.setattr(render, "MarkdownWriter", fail)
    with caplog.at_level(logging.CRITICAL):
        html = render_document(parse_document(SOURCE + "unique", name="a.md"))
    assert "Stop it." in html
    assert "could not be laid out" in html


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError])
def test_what_is_no_fault_of_a_parser_goes_through(monkeypatch, fault):
    def fail(*_):
        raise fault

    monkeypatch.setitem(parse._PARSERS, "markdown", fail)
    with pytest.raises(fault):
        parse_document(SOURCE, name="a.md")


def test_half_a_surrogate_pair_is_still_refused():
    with pytest.raises(EncodingError):
        parse_document("\ud800", name="a.md")


@pytest.mark.parametrize(("columns", "rows"), [(20, 14_000), (400, 900)])
def test_a_table_with_more_missing_cells_than_the_engine_fills_in_loses_nothing(columns, rows):
    source = "|a" * columns + "|\n" + "|-" * columns + "|\n" + "|b\n" * rows + "\n[c](d.md)\n"
    parsed = parse_document(source, name="a.md")
    [table] = parsed.tables
    assert len(table.header) == columns
    assert {len(row) for row in table.rows} == {columns}
    assert [link.href for link in parsed.links] == ["d.md"]
    chunks = chunk_document(parsed, ChunkLimits(max_chunks=100_000)).chunks
    assert "".join(chunk.content for chunk in chunks).split() == source.split()
