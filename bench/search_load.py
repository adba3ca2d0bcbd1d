"""Many clients at once ask a running server over REST, each one question after the other.

    python bench/search_load.py QUESTIONS.jsonl --url http://localhost:8000 --token pmk_pat_…

Prints answers a second, p50 and p95, and failures. With --server PID also the memory of that
process tree at the beginning and at the end and the CPU time it took for an answer; the same time
of PostgreSQL with --database PID, of the clients without being asked. With --unique no question is
asked twice, so that nothing remembered of it helps. Only for a server on this machine.
"""

import argparse
import itertools
import json
import os
import random
import statistics
import subprocess
import threading
import time
import urllib.request
from pathlib import Path


def memory_of(pid: int) -> int:
    """MiB that a process and its children hold, shared pages counted once (PSS)."""
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    children = [int(one) for one in listed.stdout.split()]
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:
        return 0
    own = next(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:"))
    return own // 1024 + sum(map(memory_of, children))


def process_time(pid: int) -> float:
    """Seconds of CPU that a process, its children and those that have ended below it have taken."""
    listed = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False)
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(process_time(int(one)) for one in listed.stdout.split())


def load(
    questions: list[str], url: str, token: str, clients: int, seconds: int, *, is_unique: bool
) -> int:
    """Many clients at once, each asking one question after the other; how many were answered."""
    numbers = itertools.count(time.time_ns())

    def asked(question: str) -> str:
        return f"{question} {next(numbers)}" if is_unique else question

    times: list[float] = []
    failures: list[str] = []
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        order = random.Random(number)
        while time.monotonic() < end:
            body = json.dumps({"query": asked(order.choice(questions))}).encode()
            headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            request = urllib.request.Request(f"{url}/api/retrieve", body, headers)
            start = time.perf_counter()
            try:
                with urllib.request.urlopen(request, timeout=60) as response:
                    json.load(response)
            except OSError as error:
                failures.append(str(error))
            times.append(1000 * (time.perf_counter() - start))

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cuts = statistics.quantiles(times, n=100)
    print(
        f"{clients} clients, {seconds} s: {len(times)} answers, {len(times) / seconds:.1f} a "
        f"second, p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, "
        f"{len(failures)} failures {failures[:1]}; load average {os.getloadavg()[0]:.1f}"
    )
    return len(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--limit", type=int, default=150)
    parser.add_argument("--url", default="http://localhost:8000")
    parser.add_argument("--token", required=True)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--unique", action="store_true")
    parser.add_argument("--server", type=int, default=0, metavar="PID")
    parser.add_argument("--database", type=int, default=0, metavar="PID")
    options = parser.parse_args()
    lines = options.questions.read_text("utf-8").splitlines()[: options.limit]
    questions = [json.loads(line)["text"][:1000] for line in lines]
    measured = {"server": options.server, "database": options.database, "clients": os.getpid()}
    before = memory_of(options.server) if options.server else 0
    began = {name: process_time(pid) for name, pid in measured.items() if pid}
    answers = load(
        *(questions, options.url, options.token, options.clients, options.seconds),
        is_unique=options.unique,
    )
    for name, start in began.items():
        spent = 1000 * (process_time(measured[name]) - start) / answers
        print(f"CPU of the {name}: {spent:.1f} ms an answer")
    if options.server:
        print(f"memory of the server: {before} MiB before, {memory_of(options.server)} MiB after")


if __name__ == "__main__":
    main()
