"""Latency and load of searches over many passages.

    python bench/scale.py export VECTORS.npy                            from a real data folder
    python bench/scale.py build TREES COUNT [--vectors VECTORS.npy]     a throw-away data folder
    python bench/scale.py ask QUESTIONS.jsonl                           one question at a time

TREES is a folder of documentation trees; each becomes a collection of as many passages as the
others. A passage is a dozen sentences drawn at random from its tree, so words are as frequent as in
real texts. Its vector is a real one with noise (without --vectors a random topic with noise, which
tells less: no question is near to any). PRESSMARK_DATA_DIR names the data folder; run no worker
meanwhile. The index of near vectors is built at the end, as a worker would. `ask` measures the
whole service (question's vector, words, vectors, fusion, hits) over all sources and over one of
them, as an ordinary reader, and the recall of the index of near vectors. Many
clients at once: `service_load.py`, over REST `search_load.py`.
"""

import argparse
import json
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scale_links import link_documents

BATCH = 4000
CHUNKS_OF_A_DOCUMENT = 10
SENTENCES = 12
TOPICS = 4000
# Length of the noise beside a vector of length 1.
NOISE = 0.6
READER = "scale-reader"
SENTENCE_END = re.compile(r"(?<=[.!?:])\s+|\n{2,}")


def set_up() -> None:
    from config.embedded.auto import ensure_for_command

    ensure_for_command(["manage.py", "search"])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


def sentences_of(tree: Path) -> list[str]:
    """Sentences and short paragraphs of every text below a folder."""
    found: list[str] = []
    for path in sorted(tree.rglob("*")):
        if path.suffix in {".md", ".mdx", ".rst"} and path.is_file():
            text = path.read_text("utf-8", "replace")
            found += [one for one in SENTENCE_END.split(text) if 20 <= len(one) <= 400]
    return found


def export(path: Path) -> None:
    """Write the vectors of the serving space to a file."""
    import numpy as np

    from apps.retrieval.embedding.spaces import active_space
    from apps.retrieval.models import Vector

    rows = Vector.objects.filter(space=active_space()).order_by("pk")
    vectors = [*rows.values_list("embedding", flat=True).iterator(2000)]
    np.save(path, np.array(vectors, np.float16))
    print(f"{len(vectors)} vectors")


def build(trees: Path, count: int, vectors: Path | None) -> None:
    """Make the collections, their passages, words and vectors, and the index."""
    import numpy as np
    from django.core.management import call_command
    from django.db import connection

    from apps.retrieval.dense import build_index
    from apps.retrieval.embedding.embedder import unit_rows
    from apps.retrieval.embedding.spaces import spaces_to_fill
    from apps.retrieval.lexical.postings import tidy

    call_command("migrate", verbosity=0)
    [space] = spaces_to_fill()
    random_vectors = np.random.default_rng(7)
    topics = random_vectors.normal(size=(TOPICS, space.dimension)) if vectors is None else None
    real = unit_rows(np.load(vectors) if topics is None else topics)
    folders = sorted(one for one in trees.iterdir() if one.is_dir())
    owner, group = people()
    for number, folder in enumerate(folders):
        start = time.perf_counter()
        wanted = count * (number + 1) // len(folders) - count * number // len(folders)
        source = make_collection(owner, group, folder.name)
        words = random.Random(number)
        pool = sentences_of(folder)
        for first in range(0, wanted, BATCH):
            size = min(BATCH, wanted - first)
            topic = real[random_vectors.integers(len(real), size=size)]
            noise = random_vectors.normal(size=topic.shape) * NOISE / space.dimension**0.5
            store(source, first, [text_of(words, pool) for _ in range(size)], topic + noise, space)
        tidy(source.pk)
        print(
            f"{folder.name:24} {wanted} passages, {time.perf_counter() - start:.0f} s", flush=True
        )
    link_documents()
    start = time.perf_counter()
    made = build_index(space)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    print(f"index of near vectors: {made}, {time.perf_counter() - start:.0f} s")


def people() -> tuple[object, object]:
    from django.contrib.auth.models import Group

    from apps.access.models import User

    owner, _ = User.objects.get_or_create(username="scale-owner")
    reader, _ = User.objects.get_or_create(username=READER)
    group, _ = Group.objects.get_or_create(name="scale-readers")
    reader.groups.add(group)
    return owner, group


def make_collection(owner: object, group: object, name: str) -> object:
    from apps.access.grants import grant_access
    from apps.access.models import GrantLevel
    from apps.collections.models import Collection

    source = Collection.objects.create(name=name, owner=owner)
    grant_access(user=owner, source=source, to=group, level=GrantLevel.READ)
    return source


def text_of(words: random.Random, pool: list[str]) -> str:
    return "\n\n".join(words.choices(pool, k=SENTENCES))


def store(source: object, first: int, texts: list[str], rows: object, space: object) -> None:
    """Documents, chunks, search entries and vectors of a batch, in one transaction."""
    from django.db import transaction

    from apps.access.copying import copy_models
    from apps.collections.models import Chunk, Document
    from apps.collections.rows import CHUNK_COLUMNS
    from apps.retrieval.embedding.embedder import unit_rows
    from apps.retrieval.indexing import index_chunks
    from apps.retrieval.models import Passage

    documents = [
        Document(
            collection=source,
            source_key=f"part/{first + number:07}.md",
            title=texts[number][:60].replace("\n", " "),
            format="markdown",
            content="",
            content_hash="",
            size=0,
            fingerprint="",
        )
        for number in range(0, len(texts), CHUNKS_OF_A_DOCUMENT)
    ]
    chunks = [
        Chunk(
            document=documents[number // CHUNKS_OF_A_DOCUMENT],
            chunk_index=number % CHUNKS_OF_A_DOCUMENT,
            content=text,
            heading_path=[text.split("\n")[-1][:50]],
            start_line=1,
            end_line=SENTENCES,
        )
        for number, text in enumerate(texts)
    ]
    names = [field.name for field in Document._meta.concrete_fields]
    with transaction.atomic():
        copy_models(Document, names, documents)
        copy_models(Chunk, CHUNK_COLUMNS, chunks)
        index_chunks(chunks)
        hashes = dict(
            Passage.objects.filter(pk__in=[one.pk for one in chunks]).values_list(
                "pk", "content_hash"
            )
        )
        copy_vectors(chunks, hashes, unit_rows(rows), source, space)


def copy_vectors(chunks: list, hashes: dict, rows: object, source: object, space: object) -> None:
    from django.db import connection
    from pgvector import HalfVector

    sql = (
        "COPY passage_vectors (passage_id, space_id, source_id, content_hash, part, embedding) "
        "FROM STDIN"
    )
    with connection.cursor() as cursor, cursor.copy(sql) as copy:
        for chunk, row in zip(chunks, rows, strict=True):
            text = HalfVector(row.tolist()).to_text()
            copy.write_row((chunk.pk, space.pk, source.pk, hashes[chunk.pk], 0, text))


def questions_of(path: Path, limit: int) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [json.loads(line)["text"][:1000] for line in lines[:limit]]


def measure(name: str, ask: Callable[[str], object], questions: list[str]) -> None:
    from apps.retrieval import meaning
    from apps.retrieval.embedding.questions import QuestionVectors

    for question in questions[:10]:
        ask(question)
    # Each question's vector is to be made anew.
    meaning.VECTORS = QuestionVectors()
    times = []
    for question in questions:
        start = time.perf_counter()
        ask(question)
        times.append(1000 * (time.perf_counter() - start))
    cuts = statistics.quantiles(times, n=100)
    load = os.getloadavg()[0]
    print(
        f"{name:28} p50 {cuts[49]:6.1f} ms  p95 {cuts[94]:6.1f} ms  ({len(times)}, load {load:.1f})"
    )


def ask(questions: list[str]) -> None:
    from apps.access.models import User
    from apps.collections.models import Collection
    from apps.retrieval.models import Passage
    from apps.retrieval.request import SearchRequest
    from apps.retrieval.search import search

    reader = User.objects.get(username=READER)
    print(f"{Passage.objects.count()} passages")
    marks = [f"collection:{name}" for name in Collection.objects.values_list("name", flat=True)]
    turn = iter(range(10**9))

    def of_one(question: str) -> object:
        source = marks[next(turn) % len(marks)]
        return search(user=reader, request=SearchRequest(question, sources=(source,)))

    measure("all sources", lambda one: search(user=reader, request=SearchRequest(one)), questions)
    measure("one source", of_one, questions)
    print(f"recall of the nearest 50 against comparing all: {recall(questions[:50]):.3f}")


def recall(questions: list[str]) -> float:
    """How much of the 50 nearest passages the dense stream finds as it is used."""
    from django.db import transaction

    from apps.access.principals import operator
    from apps.retrieval import dense
    from apps.retrieval.embedding.embedder import configured_embedder
    from apps.retrieval.embedding.spaces import active_space
    from apps.retrieval.models import Passage
    from apps.retrieval.request import SearchRequest
    from apps.retrieval.scope import build_scope

    embedder, space = configured_embedder(), active_space()
    passages = max(Passage.objects.count(), dense.MOST_COMPARED + 1)
    shares = []
    for question in questions:
        row = embedder.embed_query(question)
        scope = build_scope(user=operator(), request=SearchRequest(question))
        with transaction.atomic():
            used = dense.dense_stream(row, space, scope, passages)
            exact = dense.dense_stream(row, space, scope, 0)
        wanted = {one.id for one in exact[:50]}
        shares.append(len(wanted & {one.id for one in used[:50]}) / len(wanted))
    return statistics.mean(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("action", choices=["export", "build", "ask"])
    parser.add_argument("path", type=Path)
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--vectors", type=Path)
    parser.add_argument("--limit", type=int, default=150)
    options = parser.parse_args()
    set_up()
    if options.action == "export":
        export(options.path)
    elif options.action == "build":
        build(options.path, options.count, options.vectors)
    else:
        ask(questions_of(options.path, options.limit))


if __name__ == "__main__":
    main()
