"""Retrieval quality on open sets, through the product's own service with its default settings.

    python bench/retrieval_sets.py build DATA FOLDER   import the sets of DATA as collections
    python bench/retrieval_sets.py run DATA [SET …]    ask every question, print nDCG@10

DATA holds one folder for each set, with `corpus.jsonl`, `queries.jsonl`, `qrels.tsv` and
`materialise.py` beside it. Passages found are mapped to documents (the best passage counts).
Vectors are made by the workers: run `manage.py qcluster` until `run` says that none is missing.
Use a data folder of its own (PRESSMARK_DATA_DIR).
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))
WHOLE_SETS = (
    "claude_docs", "ray_docs", "ray_docs__sections", "k8s_docs",
    "scifact", "cranfield", "cisi", "npl",
)  # fmt: skip
ROUTED = "faq_route"
STREAMS = ("fused", "lexical", "dense")


def build(data: Path, folder: Path) -> None:
    """Write each set as files and import it; the routed set becomes one collection per source."""
    for name in (*WHOLE_SETS, ROUTED):
        target = folder / name
        if not target.exists():
            subprocess.run(
                [sys.executable, str(data.parent / "materialise.py"), name, str(target)], check=True
            )
        parts = (
            [target] if name in WHOLE_SETS else sorted(p for p in target.iterdir() if p.is_dir())
        )
        for part in parts:
            command = [sys.executable, "manage.py", "import_collection", str(part)]
            subprocess.run([*command, "--name", part.name], cwd=PROJECT, check=True)


def read_lines(path: Path) -> list[dict]:
    # Not splitlines: texts hold other line separators.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def read_grades(path: Path) -> dict[str, dict[str, int]]:
    grades: dict[str, dict[str, int]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        grades.setdefault(question, {})[document] = int(grade)
    return grades


def ndcg(found: list[str], grades: dict[str, int], cut: int = 10) -> float:
    """Linear gain, as trec_eval counts it."""
    best = sorted((grade for grade in grades.values() if grade > 0), reverse=True)[:cut]
    ideal = sum(grade / math.log2(rank + 2) for rank, grade in enumerate(best))
    gain = sum(max(grades.get(d, 0), 0) / math.log2(r + 2) for r, d in enumerate(found[:cut]))
    return gain / ideal if ideal else 0.0


class Sets:
    """The service with a user who may read everything, and the names of what was imported."""

    def __init__(self, folder: Path) -> None:
        from config.embedded.auto import ensure_for_command

        ensure_for_command(["manage.py", "search"])
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        self.folder = folder
        self.notes: set[str] = set()

    @cache  # noqa: B019 - one object for the whole run
    def ids(self, name: str) -> dict[tuple[str, str], str]:
        """Collection and key to document id."""
        rows = (self.folder / name / "_ids.tsv").read_text(encoding="utf-8").splitlines()
        pairs = [row.split("\t") for row in rows if row]
        if name != ROUTED:
            return {(name, path): document for path, document in pairs}
        return {(path.split("/")[0], path.split("/", 1)[1]): document for path, document in pairs}

    def ask(self, name: str, question: str, stream: str) -> list[str]:
        """Document ids, best first, as one stream or their fusion ranks them."""
        from apps.access.principals import operator
        from apps.retrieval.request import SearchRequest
        from apps.retrieval.search import search

        known = self.ids(name)
        sources = tuple(f"collection:{one}" for one in sorted({key[0] for key in known}))
        request = SearchRequest(question[:1000], sources=sources, top_k=100, snippet_chars=80)
        answer = search(user=operator(), request=request)
        self.notes |= {one.message for one in answer.degraded}
        if stream == "fused":
            hits = list(answer.results)
        else:
            hits = [hit for hit in answer.results if stream in hit.streams]
            hits.sort(key=lambda hit: hit.streams[stream]["rank"])
        keys = [(hit.source.removeprefix("collection:"), hit.source_key) for hit in hits]
        return list(dict.fromkeys(known[key] for key in keys if key in known))


def run(data: Path, folder: Path, names: list[str], stream: str) -> None:
    sets = Sets(folder)
    for name in names or [*WHOLE_SETS, ROUTED]:
        grades = read_grades(data / name / "qrels.tsv")
        questions = [
            row for row in read_lines(data / name / "queries.jsonl") if row["_id"] in grades
        ]
        start = time.perf_counter()
        found = {row["_id"]: sets.ask(name, row["text"], stream) for row in questions}
        seconds = time.perf_counter() - start
        scores = [ndcg(found[one], grades[one]) for one in found]
        each = 1000 * seconds / max(len(found), 1)
        print(
            f"{name:20} nDCG@10 {sum(scores) / max(len(scores), 1):.3f} "
            f"of {len(scores)} questions, {each:.0f} ms each",
            flush=True,
        )
        for note in sorted(sets.notes):
            print(f"{'':20} {note}")
        sets.notes.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["build", "run"])
    parser.add_argument("data", type=Path)
    parser.add_argument("folder", type=Path, help="where the sets are written as files")
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--stream", choices=STREAMS, default="fused")
    options = parser.parse_args()
    if options.action == "build":
        build(options.data.resolve(), options.folder)
    else:
        run(options.data, options.folder, options.sets, options.stream)


if __name__ == "__main__":
    main()
