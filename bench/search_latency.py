"""Latency of one question at a time through the service, REST and MCP.

    python bench/search_latency.py QUERIES.jsonl [--url http://localhost:8000 --token pmk_pat_…]

Without --url only the service is measured, inside this process. Questions come from a file of
JSON lines with a `text` field. Each door is warmed by 10 questions that are not counted.
"""

import argparse
import json
import os
import statistics
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
WARM_UP = 10


def measure(name: str, ask: Callable[[str], object], queries: list[str]) -> None:
    for query in queries[:WARM_UP]:
        ask(query)
    times = []
    for query in queries:
        start = time.perf_counter()
        ask(query)
        times.append((time.perf_counter() - start) * 1000)
    cuts = statistics.quantiles(times, n=100)
    print(f"{name:8} p50 {cuts[49]:6.1f} ms   p95 {cuts[94]:6.1f} ms   of {len(times)} questions")


def service() -> Callable[[str], object]:
    from config.embedded.auto import ensure_for_command

    ensure_for_command(["manage.py", "search"])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from apps.access.principals import operator
    from apps.retrieval.request import SearchRequest
    from apps.retrieval.search import search

    user = operator()
    return lambda query: search(user=user, request=SearchRequest(query))


def post(url: str, token: str, body: object, accept: str) -> object:
    request = urllib.request.Request(
        url,
        data=json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": "application/json",
            "Accept": accept,
        },
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def rest(url: str, token: str) -> Callable[[str], object]:
    return lambda query: post(f"{url}/api/retrieve", token, {"query": query}, "application/json")


def mcp(url: str, token: str) -> Callable[[str], object]:
    def ask(query: str) -> object:
        call = {"name": "retrieve", "arguments": {"query": query}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        return post(f"{url}/mcp", token, body, "application/json, text/event-stream")

    return ask


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("queries", type=Path)
    parser.add_argument("--url")
    parser.add_argument("--token", default="")
    parser.add_argument("--limit", type=int, default=200)
    options = parser.parse_args()
    lines = options.queries.read_text("utf-8").splitlines()
    queries = [json.loads(line)["text"][:1000] for line in lines[: options.limit]]
    if options.url:
        measure("REST", rest(options.url, options.token), queries)
        measure("MCP", mcp(options.url, options.token), queries)
    else:
        measure("service", service(), queries)


if __name__ == "__main__":
    main()
