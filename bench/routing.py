"""How often routing names the right source, on questions whose source is known.

    python bench/routing.py QUESTIONS ROUTES [--user NAME] [--out run.json]

QUESTIONS is a JSON-lines file (`_id`, `text`, and in `metadata` whether the question names its
source), ROUTES a table of question and source. Each source must stand as a collection of that name
in the data folder (PRESSMARK_DATA_DIR); `import_trees.py` puts it there. Without a user everything
that stands in the folder can be named. The score counts hits at
the first and among the first three places, over all questions and over those that name no source.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))


def set_up() -> None:
    from config.embedded.auto import ensure_for_command

    ensure_for_command(["manage.py", "search"])
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


def principal(name: str | None) -> object:
    from apps.access.models import User
    from apps.access.principals import operator

    return User.objects.get(username=name) if name else operator()


def ask(user: object, question: str) -> list[str]:
    from apps.retrieval.routing.request import QUERY_CHARS, RouteRequest
    from apps.retrieval.routing.routing import rank_sources

    routes = rank_sources(user, RouteRequest(question[:QUERY_CHARS], top_k=10))
    return [one.label for one in routes.collections if one.score]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", type=Path)
    parser.add_argument("routes", type=Path)
    parser.add_argument("--user")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    set_up()
    right = dict(line.split("\t") for line in options.routes.read_text().splitlines()[1:])
    rows = [json.loads(line) for line in options.questions.read_text().splitlines()]
    rows = [row for row in rows if row["_id"] in right]
    user = principal(options.user)
    start = time.perf_counter()
    run = {row["_id"]: ask(user, row["text"]) for row in rows}
    each = 1000 * (time.perf_counter() - start) / len(rows)
    unnamed = [row for row in rows if not row["metadata"]["names_source"]]
    for name, part in (("all questions", rows), ("source not named", unnamed)):
        places = [(run[row["_id"]], right[row["_id"]]) for row in part]
        first = sum(found[:1] == [wanted] for found, wanted in places) / len(places)
        three = sum(wanted in found[:3] for found, wanted in places) / len(places)
        print(f"{name:18} {len(part)}: first {first:.3f}, among three {three:.3f}")
    print(f"{each:.0f} ms each")
    if options.out:
        options.out.write_text(json.dumps(run))


if __name__ == "__main__":
    main()
