"""Gives every passage without a vector a random one, to measure latency at full size.

    PRESSMARK_DATA_DIR=… python bench/fill_vectors.py

For a throw-away data folder only: the time of a dense search does not depend on the values, its
answers do. Run it with no worker running.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
BATCH = 1000


def main() -> None:
    from config.embedded.auto import ensure_for_command

    ensure_for_command(["manage.py", "shell"])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    import numpy as np

    from apps.retrieval.embedding.embedder import unit_rows
    from apps.retrieval.embedding.spaces import spaces_to_fill
    from apps.retrieval.models import Passage, Vector

    [space] = spaces_to_fill()
    random = np.random.default_rng(7)
    missing = Passage.objects.without_vector(space).order_by("pk")
    filled = 0
    while rows := list(missing.values_list("pk", "source_id", "content_hash")[:BATCH]):
        values = unit_rows(random.normal(size=(len(rows), space.dimension)).astype(np.float32))
        Vector.objects.bulk_create(
            Vector(
                passage_id=pk,
                space=space,
                source_id=source,
                content_hash=digest,
                embedding=value.tolist(),
            )
            for (pk, source, digest), value in zip(rows, values, strict=True)
        )
        filled += len(rows)
    print(f"{filled} vectors of random values")


if __name__ == "__main__":
    main()
