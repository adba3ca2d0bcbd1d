import socket

import pytest
from pytest_socket import SocketBlockedError, SocketConnectBlockedError


@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_a_test_cannot_open_an_internet_socket():
    with pytest.raises(SocketBlockedError):
        socket.create_connection(("127.0.0.1", 9))


@pytest.mark.loopback
@pytest.mark.filterwarnings("ignore:A test tried to use socket")
def test_a_loopback_test_reaches_this_machine_and_nothing_else():
    with socket.socket() as server, socket.socket() as client:
        server.bind(("127.0.0.1", 0))
        server.listen()
        client.connect(server.getsockname())
    with pytest.raises(SocketConnectBlockedError):
        socket.create_connection(("192.0.2.1", 80))


def test_unix_sockets_stay_open():
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"mark")
        assert right.recv(4) == b"mark"
