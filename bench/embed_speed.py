"""How much of the runtime's own speed the embedding of passages keeps.

    PRESSMARK_DATA_DIR=… python bench/embed_speed.py [--passages 200] [--rounds 3]

Takes passages of the data folder and, turn by turn, (a) does all that the job does: read their
texts, cut them into windows, run the model, store the vectors (taken back in the end); (b) lets the
runtime run the model on the same windows and does nothing else. Prints tokens a second by CPU time,
since whatever else runs here stretches the wall's, and the ratio of the best rounds.
"""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from scale import set_up


def seconds_of(work: Callable[[], object]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    set_up()
    import numpy as np
    from django.db import transaction

    from apps.retrieval.embedding import builtin
    from apps.retrieval.embedding.job import split_batches, store_vectors
    from apps.retrieval.embedding.spaces import active_space
    from apps.retrieval.embedding.texts import load_texts
    from apps.retrieval.models import Passage

    embedder, space = builtin.BuiltinEmbedder(), active_space()
    rows = list(
        Passage.objects.order_by("pk").values_list("pk", "content_hash")[: options.passages]
    )
    source = Passage.objects.get(pk=rows[0][0]).source_id
    seen: list[list[int]] = []
    run = embedder._run

    def whole() -> None:
        with transaction.atomic():
            texts = load_texts(pk for pk, _ in rows)
            for batch in split_batches(rows, texts, embedder.batch_characters):
                vectors = embedder.embed_passages([texts[pk] for pk, _ in batch])
                store_vectors(space, source, batch, vectors)
            transaction.set_rollback(True)

    def raw() -> None:
        order = sorted(range(len(seen)), key=lambda place: len(seen[place]))
        for batch in builtin.batches_by_tokens(order, [len(one) for one in seen]):
            ids = np.zeros((len(batch), len(seen[batch[-1]])), np.int64)
            for row, place in enumerate(batch):
                ids[row, : len(seen[place])] = seen[place]
            mask = (ids > 0).astype(np.int64)
            feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
            embedder._session.run(None, feeds)

    def remember(windows: list[list[int]], *rest: object) -> object:
        seen.extend(windows)
        return run(windows, *rest)

    embedder._run = remember
    whole()
    embedder._run = run
    tokens = sum(map(len, seen))
    best = {"whole": (1e9, 1e9), "raw": (1e9, 1e9)}
    for _ in range(options.rounds):
        for name, work in (("whole", whole), ("raw", raw)):
            best[name] = min(best[name], seconds_of(work), key=lambda pair: pair[1])
    for name, (wall, cpu) in best.items():
        print(
            f"{name:6} {tokens / cpu:.0f} tokens a second of CPU, {tokens / wall:.0f} by the wall"
        )
    print(f"{tokens} tokens; the whole keeps {best['raw'][1] / best['whole'][1]:.1%} by CPU")


if __name__ == "__main__":
    main()
