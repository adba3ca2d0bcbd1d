import time
from collections.abc import Callable
from typing import TypeVar

ValueT = TypeVar("ValueT")


def wait_for(condition: Callable[[], ValueT], seconds: float = 10) -> ValueT:
    """What a condition gives once it holds; when it does not in time, what it gives at the end."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if value := condition():
            return value
        time.sleep(0.05)
    return condition()
