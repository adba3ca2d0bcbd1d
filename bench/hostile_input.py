"""How long the hostile inputs of the tests take to parse, chunk and render, in CPU seconds.

Usage: python bench/hostile_input.py [SUFFIX …]   (default: md rst txt)
Prints every input that takes more than half a second in one of the three, and the slowest.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from apps.text.chunk import ChunkLimits, chunk_document
from apps.text.parse import parse_document
from apps.text.render import render_document
from tests.text.hostile import HOSTILE
from tests.text.hostile_rst import HOSTILE_RST

WORTH_A_LINE = 0.5


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    started = time.thread_time()
    result = work()
    return time.thread_time() - started, result


def measure(source: str, suffix: str) -> dict[str, float]:
    parse, parsed = timed(lambda: parse_document(source, name=f"a.{suffix}"))
    chunk, _ = timed(lambda: chunk_document(parsed, ChunkLimits()))
    render, _ = timed(lambda: render_document(parsed))
    return {"parse": parse, "chunk": chunk, "render": render}


def main() -> None:
    worst: dict[str, tuple[float, str]] = {}
    for kind, source in {**HOSTILE, **HOSTILE_RST}.items():
        for suffix in sys.argv[1:] or ["md", "rst", "txt"]:
            seconds = measure(source, suffix)
            for step, taken in seconds.items():
                worst[step] = max(worst.get(step, (0.0, "")), (taken, f"{kind} (.{suffix})"))
            if max(seconds.values()) > WORTH_A_LINE:
                shown = ", ".join(f"{step} {taken:.2f} s" for step, taken in seconds.items())
                print(f"{kind} (.{suffix}, {len(source):,} characters): {shown}", flush=True)
    for step, (taken, name) in worst.items():
        print(f"slowest to {step}: {taken:.2f} s, {name}")


if __name__ == "__main__":
    main()
