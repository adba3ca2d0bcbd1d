"""What every test stands on: a database of its own (tests.databases) and no network."""

import pytest

pytest_plugins = ["tests.databases", "tests.sockets"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: their driver keeps an event loop running in the main thread,
    beside which the MCP endpoint cannot run its own.
    """
    items.sort(key=lambda item: "tests/browser/" in item.nodeid)
