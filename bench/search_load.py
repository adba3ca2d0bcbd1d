"""Many clients at once ask a running server over REST, each one question after the other.

    python bench/search_load.py QUESTIONS.jsonl --url http://localhost:8000 --token pmk_pat_…

Prints answers a second, p50 and p95, and failures. With --server PID also the memory of that
process tree at the beginning and at the end. Only for a server on this machine.
"""

import argparse
import json
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


def load(questions: list[str], url: str, token: str, clients: int, seconds: int) -> None:
    """Many clients at once, each asking one question after the other."""
    times: list[float] = []
    failures: list[str] = []
    end = time.monotonic() + seconds

    def client(number: int) -> None:
        order = random.Random(number)
        while time.monotonic() < end:
            body = json.dumps({"query": order.choice(questions)}).encode()
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
        f"{len(failures)} failures {failures[:1]}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("--limit", type=int, default=150)
    parser.add_argument("--url", default="http://localhost:8000")
    parser.add_argument("--token", required=True)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--server", type=int, default=0, metavar="PID")
    options = parser.parse_args()
    lines = options.questions.read_text("utf-8").splitlines()[: options.limit]
    questions = [json.loads(line)["text"][:1000] for line in lines]
    before = memory_of(options.server) if options.server else 0
    load(questions, options.url, options.token, options.clients, options.seconds)
    if options.server:
        print(f"memory of the server: {before} MiB before, {memory_of(options.server)} MiB after")


if __name__ == "__main__":
    main()
