"""No test talks to the network. One marked `loopback` may talk to this machine, no further.

Unix sockets stay open (event loops and the database need them).
"""

import pytest

LOOPBACK = ["127.0.0.1", "::1", "localhost"]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Close the sockets before pytest-socket reads its options."""
    config.addinivalue_line("markers", "loopback: the test may connect to this machine")
    config.option.disable_socket = True
    config.option.allow_unix_socket = True


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Open the loopback addresses where a test asks for them."""
    for item in items:
        if item.get_closest_marker("loopback"):
            item.add_marker(pytest.mark.allow_hosts(LOOPBACK))
