"""Nothing is quadratic: a hard alarm ends what takes too long, no time is measured."""

import signal
from collections.abc import Iterator

import pytest

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.parse import parse_document
from apps.text.render import render_document
from tests.text.hostile import HOSTILE
from tests.text.hostile_rst import HOSTILE_RST

ALL = {**HOSTILE, **HOSTILE_RST}


@pytest.fixture
def alarm() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(20)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("suffix", ["md", "rst", "txt"])
@pytest.mark.parametrize("kind", ALL)
@pytest.mark.usefixtures("alarm")
def test_hostile_text_is_parsed_and_chunked_whole_and_rendered(kind: str, suffix: str) -> None:
    source = ALL[kind]
    parsed = parse_document(source, name=f"a.{suffix}")
    report = chunk_document(parsed, ChunkLimits(max_chunks=100_000))
    assert "".join("".join(c.content.split()) for c in report.chunks) == "".join(source.split())
    render_document(parsed)
