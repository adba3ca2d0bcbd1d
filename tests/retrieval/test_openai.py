"""The OpenAI-compatible provider against a small endpoint on this machine."""

import dataclasses
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from apps.retrieval.embedding import openai
from apps.retrieval.embedding.embedder import EmbeddingFailedError, PassageText, TextPart
from apps.retrieval.embedding.openai import OpenAIEmbedder

pytestmark = pytest.mark.loopback


class Endpoint(BaseHTTPRequestHandler):
    """Answers with vectors of the inputs' lengths, or as the test has arranged."""

    seen: list[dict] = []
    answers: list[tuple[int, bytes]] = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append({**body, "key": self.headers["Authorization"], "path": self.path})
        rows = [
            {"index": place, "embedding": [float(len(text)), 1.0, 0.0]}
            for place, text in enumerate(body["input"])
        ]
        good = json.dumps({"data": rows[::-1]}).encode()
        status, answer = self.answers.pop(0) if self.answers else (200, good)
        self.send_response(status)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_arguments):
        pass


A = PassageText((TextPart("A", "text"),))


@pytest.fixture
def embedder(settings, monkeypatch):
    monkeypatch.setattr(Endpoint, "seen", [])
    monkeypatch.setattr(Endpoint, "answers", [])
    monkeypatch.setattr(openai.time, "sleep", lambda _seconds: None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = dataclasses.replace(
        settings.PRESSMARK.embedding,
        provider="openai",
        base_url=f"http://127.0.0.1:{server.server_port}/v1",
        api_key="secret",
        batch_size=2,
    )
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)
    yield OpenAIEmbedder("small")
    server.shutdown()
    server.server_close()


def test_texts_go_in_batches_and_come_back_in_order_at_unit_length(embedder):
    texts = [PassageText((TextPart("", body),)) for body in ("a", "bb", "ccc")]
    rows = np.concatenate(embedder.embed_passages(texts))
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert np.allclose(rows[:, 0] / rows[:, 1], [2, 3, 4], atol=1e-3)
    assert [len(one["input"]) for one in Endpoint.seen] == [2, 1]
    assert {(one["model"], one["key"], one["path"]) for one in Endpoint.seen} == {
        ("small", "Bearer secret", "/v1/embeddings")
    }
    assert embedder.dimension == 3


def test_a_busy_endpoint_is_asked_again(embedder):
    Endpoint.answers = [(429, b""), (503, b"")]
    assert [rows.shape for rows in embedder.embed_passages([A])] == [(1, 3)]
    assert len(Endpoint.seen) == 3


@pytest.mark.parametrize(
    "answers",
    [
        [(401, b"{}")],
        [(500, b"")] * 9,
        [(200, b"no json")] * 9,
        [(200, b'{"data": []}')],
        [(200, b'{"data": [{"index": 0}]}')],
        [(200, b"[]")],
    ],
)
def test_a_failing_endpoint_is_named_without_its_key(embedder, answers):
    Endpoint.answers = answers
    with pytest.raises(EmbeddingFailedError) as caught:
        embedder.embed_passages([A])
    assert "secret" not in caught.value.message


def test_an_endpoint_without_an_address_says_so(settings):
    options = dataclasses.replace(settings.PRESSMARK.embedding, provider="openai", base_url="")
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)
    with pytest.raises(EmbeddingFailedError, match="has no address in the settings"):
        OpenAIEmbedder("small").embed_query("x")
