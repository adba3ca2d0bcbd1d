"""Known rankings of the open sets, to stand beside `retrieval_sets.py`.

    pip install bm25s
    python bench/retrieval_baselines.py DATA [SET …]

DATA as for `retrieval_sets.py`; here each document is one text, title first. Prints nDCG@10 of

* bm25s: BM25 (k1 1.5, b .75) with an English stemmer and its stop words, outside of any database;
* PostgreSQL: `ts_rank(…, 1)` over the OR of the question's lexemes, configuration `english`.

The dense model alone is the stream `dense` of `retrieval_sets.py`. The database is that of
PRESSMARK_DATA_DIR; only a temporary table is written.
"""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from retrieval_sets import ROUTED, WHOLE_SETS, Sets, ndcg, read_grades, read_lines

CUT = 10
# A tsvector holds at most a megabyte of lexemes.
LONGEST = 300_000
RANK = """
SELECT name FROM baseline_texts, (
    SELECT replace(plainto_tsquery('english', %(query)s)::text, '&', '|')::tsquery AS wanted
) AS question
WHERE words @@ wanted ORDER BY ts_rank(words, wanted, 1) DESC, name LIMIT %(cut)s
"""


def texts_of(path: Path) -> dict[str, str]:
    return {row["_id"]: f"{row['title']}\n{row['text']}" for row in read_lines(path)}


def by_bm25s(texts: dict[str, str]) -> Callable[[str], list[str]]:
    import bm25s
    import Stemmer

    stemmer, names = Stemmer.Stemmer("english"), list(texts)
    index = bm25s.BM25(k1=1.5, b=0.75)
    tokens = bm25s.tokenize(
        list(texts.values()), stopwords="en", stemmer=stemmer, show_progress=False
    )
    index.index(tokens, show_progress=False)

    def ask(question: str) -> list[str]:
        wanted = bm25s.tokenize([question], stopwords="en", stemmer=stemmer, show_progress=False)
        found, _ = index.retrieve(wanted, k=min(CUT, len(names)), show_progress=False)
        return [names[place] for place in found[0]]

    return ask


def by_postgresql(texts: dict[str, str]) -> Callable[[str], list[str]]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE IF EXISTS baseline_texts")
        cursor.execute("CREATE TEMPORARY TABLE baseline_texts (name text, words tsvector)")
        for name, text in texts.items():
            cursor.execute(
                "INSERT INTO baseline_texts VALUES (%s, to_tsvector('english', %s))",
                [name, text[:LONGEST].replace("\0", " ")],
            )
        cursor.execute("CREATE INDEX ON baseline_texts USING gin (words)")
        cursor.execute("ANALYZE baseline_texts")

    def ask(question: str) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute(RANK, {"query": question.replace("\0", " "), "cut": CUT})
            return [name for (name,) in cursor.fetchall()]

    return ask


METHODS: dict[str, Any] = {"bm25s": by_bm25s, "PostgreSQL": by_postgresql}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("sets", nargs="*")
    options = parser.parse_args()
    Sets(options.data)
    for name in options.sets or [*WHOLE_SETS, ROUTED]:
        texts = texts_of(options.data / name / "corpus.jsonl")
        grades = read_grades(options.data / name / "qrels.tsv")
        questions = [
            r for r in read_lines(options.data / name / "queries.jsonl") if r["_id"] in grades
        ]
        scores = {}
        for method, prepare in METHODS.items():
            ask = prepare(texts)
            each = [ndcg(ask(row["text"]), grades[row["_id"]]) for row in questions]
            scores[method] = sum(each) / len(each)
        print(
            f"{name:20}", *(f"{method} {score:.3f}" for method, score in scores.items()), flush=True
        )


if __name__ == "__main__":
    main()
