"""A background process that stops the server once nobody uses it, even after a kill -9.

Whoever starts the server starts a keeper. An orderly last user stops the server itself; the
keeper then finds nothing to do and ends.
"""

import os
import signal
import sys
from pathlib import Path

from config.embedded.cluster import EmbeddedCluster


def main() -> None:
    """Detach, so that nobody has to wait for us, and watch the server's users."""
    if os.fork():
        os._exit(0)
    os.chdir("/")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    EmbeddedCluster(Path(sys.argv[1])).keep_watch()


if __name__ == "__main__":
    main()
