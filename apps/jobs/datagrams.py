"""A queue between forked processes that survives the death of any of them.

`multiprocessing.Queue` guards its pipe with semaphores: a process that is killed while it waits
for a message holds one for ever, and no other process gets a message again. Here each message is
one datagram of a Unix socket pair, which the kernel hands whole to exactly one reader; there is no
lock that a dead process could keep. See unix(7).
"""

import errno
import pickle
import select
import socket
from typing import Any

from apps.jobs.stopping import is_stopping

LARGEST = 1024 * 1024
STOP = "STOP"


class DatagramQueue:
    """What django-q2 uses of `multiprocessing.Queue`; made before the fork, used after it.

    `get` answers with `STOP` once the cluster is stopping: whatever still waits stays a job row
    and is delivered again at the next start.
    """

    def __init__(self, _maxsize: int = 0, /, **_options: int) -> None:
        """What django-q2 says about the size is not needed: the kernel bounds the queue."""
        self._reader, self._writer = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        for end in (self._reader, self._writer):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LARGEST)

    def put(self, message: Any) -> None:
        """Add a message; waits while the queue is full."""
        try:
            self._writer.send(pickle.dumps(message))
        except OSError as error:
            if error.errno != errno.EMSGSIZE or not isinstance(message, dict):
                raise
            # Only a result can be that long, and nobody reads it: the job row holds its own.
            self._writer.send(pickle.dumps({**message, "result": str(message["result"])[:2000]}))

    def get(self) -> Any:
        """Wait for the next message."""
        message = pickle.loads(self._reader.recv(LARGEST))  # noqa: S301 - from our own processes
        is_work = isinstance(message, dict) and "stopped" not in message
        return STOP if is_work and is_stopping() else message

    def empty(self) -> bool:
        """Whether no message waits."""
        return not select.select([self._reader], [], [], 0)[0]

    def qsize(self) -> int:
        """1 when messages wait, else 0: the kernel does not count them."""
        return int(not self.empty())

    def close(self) -> None:
        """Nothing to do: the sockets end with their processes."""

    def join_thread(self) -> None:
        """Nothing to do: messages are sent by the caller itself."""
