"""Asks the web server whether it is ready."""

import http.client
import time
from collections.abc import Callable

from config.up.address import Address

EVERY_SECONDS = 0.25
PATIENCE_SECONDS = 60.0


class ReadyProbe:
    """Announces the address, once. `is_held` delays it (the demo), within the same patience."""

    def __init__(self, address: Address, announce: Callable[[str], None]) -> None:
        self.address = address
        self.announce = announce
        self.is_done = False
        self.is_held = False
        self.deadline = time.monotonic() + PATIENCE_SECONDS
        self.next = 0.0

    def tick(self) -> None:
        """Ask, if it is time to; cheap to call often."""
        now = time.monotonic()
        if self.is_done or now < self.next:
            return
        self.next = now + EVERY_SECONDS
        late = now > self.deadline
        if self.is_held and not late:
            return
        status = self.ask()
        if status is None or (status >= 500 and not late):
            return
        self.is_done = True
        remark = " (not ready in every part yet, see /readyz)" if status >= 500 else ""
        self.announce(f"Pressmark is at {self.address.url}{remark}  Stop it with Ctrl-C.")

    def ask(self) -> int | None:
        """HTTP status of `/readyz`, or nothing while nobody answers."""
        host, port = self.address.local_host, self.address.port
        connection = http.client.HTTPConnection(host, port, timeout=2)
        try:
            connection.request("GET", "/readyz", headers={"Host": f"localhost:{port}"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
