import socket

import pytest

from config.up.address import Address, check_free, read_address
from config.up.errors import UpError


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch):
    monkeypatch.delenv("PORT", raising=False)
    monkeypatch.delenv("PRESSMARK_HOST", raising=False)


def test_the_port_comes_from_the_option_then_the_environment_then_the_default(monkeypatch):
    assert read_address(None) == Address("127.0.0.1", 8000)
    monkeypatch.setenv("PORT", "9000")
    assert read_address(None) == Address("127.0.0.1", 9000)
    assert read_address(9001) == Address("127.0.0.1", 9001)


@pytest.mark.parametrize("port", ["0", "-1", "65536", "web", "80.5", "８０"])
def test_what_is_no_port_is_refused(monkeypatch, port):
    monkeypatch.setenv("PORT", port)
    with pytest.raises(UpError, match="from 1 to 65535"):
        read_address(None)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://localhost:8000/"),
        ("0.0.0.0", "http://localhost:8000/"),
        ("::", "http://localhost:8000/"),
        ("192.0.2.7", "http://192.0.2.7:8000/"),
        ("2001:db8::7", "http://[2001:db8::7]:8000/"),
    ],
)
def test_the_address_can_be_opened_in_a_browser(host, url):
    assert Address(host, 8000).url == url


@pytest.mark.loopback
def test_a_taken_port_is_named_with_a_way_out():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(UpError, match=f"Port {port} is in use .* PORT={port + 1}"):
            check_free(Address("127.0.0.1", port))
    check_free(Address("127.0.0.1", port))
