"""Many clients at once ask the search service itself, without HTTP, log and gain.

    python bench/service_load.py QUESTIONS.jsonl [--clients 20] [--seconds 120] [--processes 1]

In the data folder that `scale.py build` made (PRESSMARK_DATA_DIR), as its reader. Each client is a
thread that asks one question after the other, none twice, so that no vector is remembered.
"""

import argparse
import os
import random
import statistics
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from scale import READER, questions_of, set_up


def load(questions: list[str], clients: int, seconds: int, processes: int) -> None:
    """As many clients as threads, in so many processes, each with a share of them."""
    shares = [clients // processes + (place < clients % processes) for place in range(processes)]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        parts = [
            pool.submit(ask_on, questions, share, seconds, f"{place}")
            for place, share in enumerate(shares)
        ]
        times = [one for part in parts for one in part.result()]
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{clients} clients in {processes} processes, {seconds} s: {len(times) / seconds:.1f} "
        f"answers a second, p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, "
        f"load {os.getloadavg()[0]:.1f}"
    )


def ask_on(questions: list[str], clients: int, seconds: int, name: str) -> list[float]:
    """The milliseconds of each answer; whatever fails ends the measurement."""
    set_up()
    from apps.access.models import User
    from apps.retrieval.request import SearchRequest
    from apps.retrieval.search import search

    reader = User.objects.get(username=READER)
    for question in questions[:10]:
        search(user=reader, request=SearchRequest(question))
    end = time.monotonic() + seconds

    def client(number: int) -> list[float]:
        order, times = random.Random(f"{name} {number}"), []
        while time.monotonic() < end:
            # Another word each time, so that no vector is remembered.
            question = f"{order.choice(questions)} {name}n{number}n{len(times)}"
            start = time.perf_counter()
            search(user=reader, request=SearchRequest(question[-1000:]))
            times.append(1000 * (time.perf_counter() - start))
        return times

    with ThreadPoolExecutor(clients) as pool:
        return [one for times in pool.map(client, range(clients)) for one in times]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--limit", type=int, default=150)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    questions = questions_of(options.questions, options.limit)
    load(questions, options.clients, options.seconds, options.processes)


if __name__ == "__main__":
    main()
