"""Services of the operator's choice that are slow, broken or somebody else."""

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from apps.retrieval import endpoints
from apps.retrieval.endpoints import EndpointError, post_json

pytestmark = pytest.mark.loopback


class Service(BaseHTTPRequestHandler):
    """Answers by the path that it is asked for."""

    seen: list[str] = []

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.seen.append(f"{self.path} {self.headers['Authorization']}")
        getattr(self, self.path.strip("/"))()

    def say(self, body, status=200, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def good(self):
        self.say(b'{"a": [1, 2.5]}')

    def elsewhere(self):
        self.say(b"", 307, Location="/good")

    def busy(self):
        self.say(b"", 503)

    def nan(self):
        self.say(b'{"a": NaN}')

    def words(self):
        self.say(b"no json")

    def nested(self):
        self.say(b"[" * 200_000)

    def long(self):
        self.say(b'"' + b"x" * 5000 + b'"')

    def cut(self):
        self.send_response(200)
        self.send_header("Content-Length", "100")
        self.end_headers()
        self.wfile.write(b"{")

    def trickle(self):
        self.send_response(200)
        self.send_header("Content-Length", "100000")
        self.end_headers()
        for _ in range(100):
            try:
                self.wfile.write(b" ")
            except OSError:
                return
            time.sleep(0.05)

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(Service, "seen", [])
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_good_answer_is_its_value(address):
    assert post_json(f"{address}/good", {}, api_key="key", seconds=5) == {"a": [1, 2.5]}
    assert Service.seen == ["/good Bearer key"]


def test_a_redirect_is_not_followed_with_the_key(address):
    with pytest.raises(EndpointError, match="answered 307") as caught:
        post_json(f"{address}/elsewhere", {}, api_key="key", seconds=5)
    assert caught.value.status == 307
    assert Service.seen == ["/elsewhere Bearer key"]


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("busy", "answered 503"),
        ("nan", "sends no JSON"),
        ("words", "sends no JSON"),
        ("nested", "sends no JSON"),
        ("cut", "cannot be used"),
        ("long", "too long an answer"),
    ],
)
def test_what_is_no_answer_is_refused_with_its_reason(address, monkeypatch, path, reason):
    monkeypatch.setattr(endpoints, "MOST_BYTES", 1_000_000 if path == "nested" else 4000)
    with pytest.raises(EndpointError, match=reason):
        post_json(f"{address}/{path}", {}, api_key="", seconds=5)


def test_an_answer_that_trickles_meets_the_deadline(address):
    with pytest.raises(EndpointError, match="takes too long"):
        post_json(f"{address}/trickle", {}, api_key="", seconds=0.3)


def test_nobody_at_the_address_is_an_error_of_the_same_kind():
    with pytest.raises(EndpointError, match="cannot be used"):
        post_json("http://127.0.0.1:9/", {}, api_key="", seconds=1)
