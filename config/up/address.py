"""Where the web server listens."""

import errno
import os
import socket
from dataclasses import dataclass

from config.up.errors import UpError

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
ANY_HOST = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not bound


@dataclass(frozen=True, slots=True)
class Address:
    """Host and port of the web server."""

    host: str
    port: int

    @property
    def local_host(self) -> str:
        """The host under which this machine reaches the server."""
        return ANY_HOST.get(self.host, self.host)

    @property
    def url(self) -> str:
        """What to open in a browser on this machine."""
        host = "localhost" if self.local_host in {"127.0.0.1", "::1"} else self.local_host
        return f"http://[{host}]:{self.port}/" if ":" in host else f"http://{host}:{self.port}/"


def read_address(port: int | None) -> Address:
    """The address from `--port`, else `PORT`, else 8000, and `PRESSMARK_HOST`.

    Raises `UpError` for something that is not a port.
    """
    given = str(port) if port is not None else os.environ.get("PORT", "").strip()
    if given and not (given.isascii() and given.isdigit() and 0 < int(given) < 65536):
        raise UpError(f"The port must be a number from 1 to 65535, not {given!r}.")
    host = os.environ.get("PRESSMARK_HOST", "").strip() or DEFAULT_HOST
    return Address(host, int(given) if given else DEFAULT_PORT)


def check_free(address: Address) -> None:
    """Raise `UpError` when nobody could listen there now."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        socket.create_server((address.host, address.port), family=family).close()
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise UpError(
                f"Port {address.port} is in use by another program: stop it, or choose another "
                f"port, for example PORT={address.port + 1}."
            ) from None
        reason = error.strerror or str(error)
        raise UpError(f"Cannot listen on {address.host}:{address.port}: {reason}.") from None
