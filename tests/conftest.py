"""What every test stands on: a database of its own (tests.databases) and no network."""

import pytest
from hypothesis import settings

# No test is timed, and each run draws the same examples: a build must not fail by chance.
# For new examples: pytest --hypothesis-profile=search.
settings.register_profile("search", deadline=None)
settings.register_profile("pressmark", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("pressmark")

pytest_plugins = ["tests.databases", "tests.flushing", "tests.sockets"]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the browser tests last: their driver keeps an event loop running in the main thread,
    beside which the MCP endpoint cannot run its own.
    """
    items.sort(key=lambda item: "tests/browser/" in item.nodeid)
