"""Event loops for the official client, whatever else runs in the test process."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def run_apart(conversation: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run a coroutine function in a thread of its own.

    The browser tests keep an event loop running in the main thread, where ``asyncio.run`` would
    refuse to start another.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(conversation())).result()
