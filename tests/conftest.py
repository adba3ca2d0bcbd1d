"""What every test stands on: a database of its own (tests.databases) and no network."""

pytest_plugins = ["tests.databases", "tests.sockets"]
