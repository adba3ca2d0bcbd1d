"""An event loop and synchronous work, by turns, in one thread."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

ResultT = TypeVar("ResultT")


class Turns:
    """Drives one coroutine and pauses it while the work it asks for is done.

    The SDK is asynchronous and Django's ORM is not. A loop in a second thread would cost each
    request a thread and would do the queries on another connection; here the loop stands still
    while the request's own thread works, so transactions, middleware and the closing of
    connections are Django's as ever.
    """

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._asked: deque[tuple[Callable[[], Any], asyncio.Future[Any]]] = deque()

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """Called from inside the coroutine: the result of ``work``, done outside of the loop."""
        answer: asyncio.Future[ResultT] = self._loop.create_future()
        self._asked.append((work, answer))
        self._loop.stop()
        return await answer

    def drive(self, coroutine: Coroutine[Any, Any, ResultT]) -> ResultT:
        """Run the coroutine to its end and close the loop.

        An exception of the work ends the coroutine and comes out here as it is, so that a defect
        in a tool is logged and answered like one in any other view.
        """
        task = self._loop.create_task(coroutine)
        task.add_done_callback(lambda _: self._loop.stop())
        try:
            while not task.done():
                self._loop.run_forever()
                self._do_work()
            return task.result()
        finally:
            self._end(task)

    def _do_work(self) -> None:
        while self._asked:
            work, answer = self._asked.popleft()
            result = work()
            if not answer.done():
                answer.set_result(result)

    def _end(self, task: asyncio.Task[Any]) -> None:
        try:
            task.cancel()
            while not task.done():
                self._loop.run_forever()
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            self._loop.close()
