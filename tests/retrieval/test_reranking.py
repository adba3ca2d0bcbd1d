"""A cross-encoder has the last word, behind a gate."""

import dataclasses
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from apps.access.principals import operator
from apps.retrieval.request import SearchRequest
from apps.retrieval.reranking import reranker
from apps.retrieval.reranking.onnx import OnnxReranker
from apps.retrieval.reranking.reranker import RerankingFailedError
from apps.retrieval.search import search

pytestmark = pytest.mark.loopback


class Endpoint(BaseHTTPRequestHandler):
    """Finds a text the better, the later in the alphabet its title is."""

    seen = []
    answer = None

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append({"path": self.path, "key": self.headers["Authorization"], **body})
        scores = [(ord(text[0]) - 64) / 26 for text in body["documents"]]
        results = [{"index": n, "relevance_score": score} for n, score in enumerate(scores)]
        answer = self.answer or json.dumps({"results": results[::-1]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def endpoint(settings, monkeypatch):
    monkeypatch.setattr(Endpoint, "seen", [])
    monkeypatch.setattr(Endpoint, "answer", None)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = dataclasses.replace(
        settings.PRESSMARK.rerank,
        provider="endpoint",
        base_url=f"http://127.0.0.1:{server.server_port}",
        api_key="secret",
        candidates=3,
        least_candidates=3,
    )
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, rerank=options)
    reranker.load_reranker.cache_clear()
    yield Endpoint
    server.shutdown()
    server.server_close()
    reranker.load_reranker.cache_clear()


@pytest.fixture
def pages(make_collection):
    text = "# {}\n\nThe spindle turns{}.\n"
    make_collection(
        "one", {f"{t}.md": text.format(t, " and turns" * n) for n, t in enumerate("ABCD")}
    )


def titles(query):
    answer = search(user=operator(), request=SearchRequest(query))
    return [hit.title for hit in answer.results], answer


@pytest.mark.django_db
def test_the_best_passages_are_ordered_by_the_reranker(pages, endpoint):
    found, answer = titles("how does the spindle turn")
    [asked] = endpoint.seen
    assert (asked["path"], asked["key"]) == ("/rerank", "Bearer secret")
    assert (asked["query"], len(asked["documents"])) == ("how does the spindle turn", 3)
    assert found[:3] == sorted(found[:3], reverse=True)
    assert answer.results[0].streams["rerank"]["rank"] == 1
    assert len(found) == 4


@pytest.mark.django_db
def test_a_question_that_names_a_page_or_finds_little_is_not_reranked(pages, endpoint, settings):
    assert titles("B")[0][0] == "B"
    options = dataclasses.replace(settings.PRESSMARK.rerank, least_candidates=5)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, rerank=options)
    titles("how does the spindle turn")
    assert endpoint.seen == []


@pytest.mark.django_db
@pytest.mark.parametrize("answer", [b"no json", b"{}", b'{"results": [{"index": 0}]}'])
def test_a_failing_reranker_is_named_and_changes_nothing(pages, endpoint, settings, answer):
    endpoint.answer = answer
    found, told = titles("how does the spindle turn")
    assert [(one.stream, one.code) for one in told.degraded if one.stream == "rerank"] == [
        ("rerank", "PROVIDER_FAILED")
    ]
    options = dataclasses.replace(settings.PRESSMARK.rerank, provider="none")
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, rerank=options)
    assert titles("how does the spindle turn")[0] == found


def test_a_folder_without_a_model_is_told(tmp_path):
    with pytest.raises(RerankingFailedError, match="cannot be loaded"):
        OnnxReranker(str(tmp_path)).score("why", ["because"])
