"""How often a bound name means what it is bound to.

The files `judged….tsv` are records: mentions drawn at random from the documentation of four, nine,
two and one projects against their sources, each judged by reading
(docs/benchmarks.md). `sample.py` is a project of our own that is linked anew here.
"""

import csv
import re
from collections import Counter, defaultdict
from pathlib import Path

from apps.text.mentions.evidence import resolve
from apps.text.mentions.extract import find_named_code
from apps.text.mentions.imports import find_imports
from apps.text.mentions.known import Context, Target
from tests.text.mentions.sample import EXPECTED, SYMBOLS, TEXT

HERE = Path(__file__).parent
BENCHMARKS = HERE.parents[2] / "docs" / "benchmarks.md"


def bound_names():
    by_name = defaultdict(list)
    for kind, qualified_name, path in SYMBOLS:
        name = qualified_name.rsplit(".", 1)[-1]
        by_name[name].append(Target.of(qualified_name, kind, qualified_name, path))
    imports, modules = find_imports(TEXT.split("\n"))
    context = Context(
        path="docs/mooring.md",
        repository="quay",
        imports=imports,
        modules=modules,
        near=frozenset(re.findall(r"\w+", TEXT)),
        known_modules=frozenset({("quay", "tides"), ("quay", "ships")}),
    )
    found = {}
    for one in find_named_code(TEXT):
        meant = resolve(one, by_name[one.name], context)
        if meant is not None and not meant.is_ambiguous:
            found[one.line, one.text] = meant.targets[0].id
    return found


def test_what_is_bound_in_the_extract_is_right():
    found = bound_names()
    assert len(found) >= len(EXPECTED) // 2
    right = [key for key, target in found.items() if EXPECTED.get(key) == target]
    assert len(right) / len(found) >= 0.95, {
        key: target for key, target in found.items() if EXPECTED.get(key) != target
    }


def test_what_ought_to_be_bound_in_the_extract_is():
    found = bound_names()
    wanted = {key: target for key, target in EXPECTED.items() if target}
    missed = {key: target for key, target in wanted.items() if found.get(key) != target}
    assert len(missed) / len(wanted) <= 0.1, missed


def judged(name):
    with (HERE / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_of_two_hundred_mentions_of_two_repositories_at_least_95_in_100_are_right():
    rows = judged("judged_two.tsv")
    assert Counter(row["project"] for row in rows) == {"celery": 100, "argo-cd": 100}
    verdicts = Counter(row["verdict"] for row in rows)
    assert set(verdicts) <= {"right", "wrong"}
    assert verdicts["right"] / len(rows) >= 0.95
    assert all(re.fullmatch(r".+:\d+", row["place"]) and row["symbol"] for row in rows)


def test_the_benchmarks_say_what_the_records_hold():
    text = BENCHMARKS.read_text(encoding="utf-8")
    for name in ("judged_nine.tsv", "judged_two.tsv", "judged_scrapy.tsv"):
        rows = judged(name)
        right = sum(row["verdict"] == "right" for row in rows)
        assert f"{right} of {len(rows)}" in text
        assert name in text
