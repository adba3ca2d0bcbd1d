"""Imports a folder of documentation trees, one collection each, and prints what it took.

    python bench/import_trees.py FOLDER [--repeat 2]

Runs `manage.py import_collection` once for each sub-folder, one after the other, as an operator
would; a second round shows the cost of importing what has not changed. Documents per second and
MB/s are of whole commands, start of Python included; "work" is the time that the commands
themselves report for reading and storing.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Round:
    """One pass over all trees."""

    seconds: float
    work: float
    created: int
    replaced: int
    unchanged: int
    errors: int


def import_tree(folder: Path) -> tuple[dict[str, object], float]:
    command = [sys.executable, "manage.py", "import_collection", str(folder)]
    done = subprocess.run(
        [*command, "--name", folder.name], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{folder.name}: {done.stderr.strip()}")
    answer: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    reported = re.search(r"in ([\d.]+) s", done.stderr)
    return answer, float(reported[1]) if reported else 0.0


def run_round(folders: list[Path]) -> Round:
    totals = {"created": 0, "replaced": 0, "unchanged": 0, "errors": 0}
    start = time.perf_counter()
    work = 0.0
    for folder in folders:
        answer, seconds = import_tree(folder)
        work += seconds
        for name in totals:
            value = answer[name]
            totals[name] += len(value) if isinstance(value, list) else int(str(value))
    return Round(time.perf_counter() - start, work, **totals)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--repeat", type=int, default=2)
    options = parser.parse_args()
    folders = sorted(path for path in options.folder.iterdir() if path.is_dir())
    size = sum(path.stat().st_size for folder in folders for path in folder.rglob("*.*"))
    print(f"{len(folders)} trees, {size / 1e6:.1f} MB")
    for number in range(1, options.repeat + 1):
        one = run_round(folders)
        documents = one.created + one.replaced + one.unchanged
        print(
            f"round {number}: {one.seconds:.1f} s (work {one.work:.1f} s), "
            f"{documents / one.seconds:.0f} documents/s, {size / 1e6 / one.seconds:.2f} MB/s, "
            f"created {one.created}, "
            f"replaced {one.replaced}, unchanged {one.unchanged}, errors {one.errors}"
        )


if __name__ == "__main__":
    main()
