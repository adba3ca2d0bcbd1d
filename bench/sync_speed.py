"""Times the syncs of a folder: the first, one without changes, one after a single changed file.

    export PRESSMARK_GIT__ALLOW_LOCAL_PATHS=true
    python bench/sync_speed.py FOLDER [--rounds 3] [--documents-only]

Makes a git repository of the folder's files in a scratch folder and syncs it by the product's own
service: documents, sections, chunks and word index, no vectors, symbols or mentions. With
``--documents-only`` without the word index, for comparison. Seconds by the wall and of CPU (Python;
git; all processes of PostgreSQL), the start of Python not included. The repositories stay in the
database, so use a data folder made for this.
"""

import argparse
import os
import resource
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

from config.embedded.auto import ensure_for_command

ensure_for_command(["manage.py", "shell"])
django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from apps.access.principals import operator  # noqa: E402
from apps.documents.syncing import sync_repository  # noqa: E402
from apps.repos.adding import add_local_repository  # noqa: E402
from apps.repos.models import Repository  # noqa: E402
from tests.repos.worktrees import WorkTree  # noqa: E402

TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds since some beginning."""

    wall: float
    python: float
    git: float
    postgres: float

    @classmethod
    def now(cls) -> "Cost":
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        return cls(
            time.perf_counter(),
            time.process_time(),
            children.ru_utime + children.ru_stime,
            postgres_seconds(),
        )

    def since(self, before: "Cost") -> str:
        spent = (
            f"{label} {getattr(self, name) - getattr(before, name):.2f}"
            for label, name in (("Python", "python"), ("git", "git"), ("PostgreSQL", "postgres"))
        )
        return f"{self.wall - before.wall:6.2f} s by the wall; CPU {', '.join(spent)} s"


def postgres_seconds() -> float:
    """CPU of the postmaster, of its children that live, and of those that have ended."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [backend] = cursor.fetchone() or (0,)
    postmaster = process_facts(backend)[1]
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                facts = process_facts(int(folder.name))
            except OSError:
                continue
            if int(folder.name) == postmaster:
                total += sum(facts[11:15])
            elif facts[1] == postmaster:
                total += sum(facts[11:13])
    return total / TICK


def process_facts(pid: int) -> list[int]:
    """The numbers of ``/proc/PID/stat`` from the third field on (proc manual); state is 0."""
    text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    return [0, *map(int, text.rpartition(")")[2].split()[1:])]


def timed(label: str, repository: Repository) -> None:
    before = Cost.now()
    run = sync_repository(user=operator(), repository_id=repository.pk)
    said = Cost.now().since(before)
    documents, chunks = run.counters["indexed_documents"], run.counters["indexed_chunks"]
    print(f"  {label:10} {said}; {documents} documents, {chunks} chunks", flush=True)


def round_of(folder: Path, scratch: Path) -> None:
    tree = WorkTree(scratch)
    shutil.copytree(folder, scratch, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".git"))
    tree.commit()
    name = f"speed/{folder.name.lower()}/sync-{time.time_ns()}"
    repository = add_local_repository(user=operator(), path=scratch, name=name)
    timed("cold", repository)
    timed("unchanged", repository)
    files = sorted(path for path in scratch.rglob("*.md") if ".git" not in path.parts)
    with files[len(files) // 2].open("a", encoding="utf-8") as changed:
        changed.write("\n\nA further sentence about rollouts.\n")
    tree.commit()
    timed("one file", repository)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--documents-only", action="store_true")
    options = parser.parse_args()
    if options.documents_only:
        settings.PRESSMARK_CHUNKS_STORED = ()
    files = [path for path in options.folder.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB, data in {settings.PRESSMARK.data_dir}")
    for number in range(options.rounds):
        print(f"round {number + 1}, load {os.getloadavg()[0]:.1f}")
        with tempfile.TemporaryDirectory() as scratch:
            round_of(options.folder, Path(scratch) / "tree")


if __name__ == "__main__":
    main()
