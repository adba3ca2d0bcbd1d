import asyncio
import threading

import anyio
import pytest

from apps.mcp.http.turns import Turns


def test_work_is_done_in_the_calling_thread_while_no_loop_runs():
    turns = Turns()
    seen = []

    def work():
        with pytest.raises(RuntimeError):
            asyncio.get_running_loop()
        seen.append(threading.get_ident())
        return len(seen)

    async def main():
        return [await turns.run(work), await turns.run(work)]

    assert turns.drive(main()) == [1, 2]
    assert set(seen) == {threading.get_ident()}


def test_work_of_several_tasks_is_all_done():
    turns = Turns()

    async def main():
        return await asyncio.gather(*(turns.run(lambda n=n: n * n) for n in range(5)))

    assert turns.drive(main()) == [0, 1, 4, 9, 16]


def test_a_defect_in_the_work_comes_out_as_it_is_after_everything_is_cleaned_up():
    turns = Turns()
    cleaned = []

    async def main():
        async with anyio.create_task_group() as group:
            group.start_soon(anyio.sleep_forever)
            try:
                await turns.run(lambda: 1 // 0)
            finally:
                cleaned.append(True)

    with pytest.raises(ZeroDivisionError):
        turns.drive(main())
    assert cleaned == [True]


def test_an_error_of_the_coroutine_comes_out():
    async def main():
        raise LookupError("here")

    with pytest.raises(LookupError, match="here"):
        Turns().drive(main())


@pytest.mark.django_db
def test_a_defect_in_a_tool_is_a_server_error_like_any_other(agent, monkeypatch):
    def break_down(**_):
        raise ZeroDivisionError("secret detail")

    monkeypatch.setattr("apps.mcp.server.call_tool", break_down)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "collections"}}
    with pytest.raises(ZeroDivisionError):
        agent.send(body)
