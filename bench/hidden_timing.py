"""Whether a stranger can tell by time what is hidden from what does not exist.

    python bench/hidden_timing.py [--pairs 300] [--limit 5.0] [--only "REST by key"]

Asks each door for something hidden and for something missing in turn, as a stranger, inside this
process, against the configured database; what it needs there is rolled back at the end. Fails when
hidden and missing lie further apart than the limit: the median of the differences within the pairs,
in milliseconds, which a busy machine disturbs less than two medians do.
"""

import argparse
import json
import os
import statistics
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
SECRET = "pmk_pat_of_the_stranger"
WARM_UP = 10


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--only", help="a part of the doors' names")
    options = parser.parse_args()
    set_up()
    from django.db import transaction

    far = 0
    with transaction.atomic():
        for name, (hidden, missing) in doors().items():
            if options.only and options.only not in name:
                continue
            first, second, apart = measure(hidden, missing, options.pairs)
            far += apart > options.limit
            print(f"{name:20} hidden {first:7.2f} ms  missing {second:7.2f} ms  apart {apart:5.2f}")
        transaction.set_rollback(True)
    return 1 if far else 0


def set_up() -> None:
    from config.embedded.auto import ensure_for_command

    ensure_for_command(["manage.py", "search"])
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    # As many requests as it takes, by the host name that the test client uses.
    os.environ["PRESSMARK_LIMITS__USER_REQUESTS_PER_MINUTE"] = "1000000"
    os.environ["PRESSMARK_ALLOWED_HOSTS"] = "testserver"
    import logging
    import warnings

    import django

    django.setup()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")


def measure(
    hidden: Callable[[], object], missing: Callable[[], object], pairs: int
) -> tuple[float, float, float]:
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(pairs + WARM_UP):
        order = ((0, hidden), (1, missing)) if number % 2 else ((1, missing), (0, hidden))
        for index, ask in order:
            start = time.perf_counter()
            ask()
            if number >= WARM_UP:
                times[index].append((time.perf_counter() - start) * 1000)
    apart = statistics.median(first - second for first, second in zip(*times, strict=True))
    return statistics.median(times[0]), statistics.median(times[1]), abs(apart)


def doors() -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """For each door a call for the hidden and one for the missing."""
    from django.test import Client

    from apps.access.models import AccessToken, Scope, User
    from apps.access.principals import operator
    from apps.access.tokens import digest_of
    from apps.collections.documents import IncomingDocument
    from apps.collections.ingest import ingest_document
    from apps.collections.models import Chunk, Collection, Document
    from apps.jobs.models import Job
    from apps.repos.models import Origin, Repository

    stranger = User.objects.create(username=f"stranger-{uuid.uuid4().hex}", is_staff=True)
    AccessToken.objects.create(
        user=stranger, name="t", digest=digest_of(SECRET), scopes=list(Scope.values)
    )
    collection = Collection.objects.create(name=f"hidden-{uuid.uuid4().hex}")
    text = "# Hidden\n\n" + "A line of words.\n\n" * 500
    ingest_document(
        user=operator(),
        collection_id=collection.pk,
        document=IncomingDocument("page.md", text, None),
    )
    document = Document.objects.get(collection=collection)
    browser, agent = Client(), Client()
    browser.force_login(stranger)
    names = (collection.name, f"hidden-{uuid.uuid4().hex}")
    place = {"host": "git.example.org", "namespace": "team", "origin": Origin.GIT}
    slugs = [
        Repository.objects.create(name=names[0], **place).slug,
        f"git.example.org/team/{names[1]}",
    ]
    job = Job.objects.filter(source_id=collection.pk)[0]
    jobs = (job.pk, uuid.uuid4())
    chunks = (Chunk.objects.filter(document=document).values_list("pk", flat=True)[0], uuid.uuid4())
    ids = ((collection.pk, document.pk), (uuid.uuid4(), uuid.uuid4()))
    sent = {"Authorization": f"Bearer {SECRET}", "Accept": "application/json, text/event-stream"}

    def page(path: str) -> Callable[[], object]:
        return lambda: expect(browser.get(path).status_code, 404)

    def rest(path: str) -> Callable[[], object]:
        return lambda: expect(agent.get(path, headers=sent).status_code, 404)

    def posted(path: str, **body: object) -> Callable[[], object]:
        kind = "application/json"
        return lambda: expect(
            agent.post(path, json.dumps(body), content_type=kind, headers=sent).status_code, 404
        )

    def row(pk: uuid.UUID) -> Callable[[], object]:
        path = f"/admin/collections/collection/{pk}/change/"
        return lambda: expect(browser.get(path).status_code, 302)

    def tool(name: str, **arguments: object) -> Callable[[], object]:
        call = {"name": name, "arguments": arguments}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call})
        kind = "application/json"
        return lambda: agent.post("/mcp", body, content_type=kind, headers=sent)

    one = "/api/md-collections/{}"
    pairs = {
        "page of a collection": [page(f"/docs/{name}") for name in names],
        "page of a document": [page(f"/docs/{name}/page.md") for name in names],
        "page of a job": [page(f"/docs/jobs/{pk}") for pk in jobs],
        "page of a repository": [page(f"/repos/{slug}") for slug in slugs],
        "sharing page": [page(f"/docs/{name}/-/sharing") for name in names],
        "graph": [page(f"/graph/collection:{name}") for name in names],
        "row of the admin": [row(pk) for pk, _ in ids],
        "REST repository": [rest(f"/api/repos/{slug}") for slug in slugs],
        "REST job": [rest(f"/api/jobs/{pk}") for pk in jobs],
        "REST chunk": [rest(f"/api/chunks/{pk}") for pk in chunks],
        "REST search": [posted(f"{one.format(pk)}/search", query="words") for pk, _ in ids],
        "REST pack": [
            posted("/api/context", task="words", sources=[f"collection:{name}"]) for name in names
        ],
        "REST collection": [rest(one.format(first)) for first, _ in ids],
        "REST document": [rest(f"{one}/documents/{{}}".format(*both)) for both in ids],
        "REST by key": [rest(f"{one.format(pk)}/documents/by-key/page.md") for pk, _ in ids],
        "REST by mark": [rest(f"/api/read?mark=collection:{name}/page.md") for name in names],
        "MCP document": [
            tool("collection_document", mark=f"collection:{name}/page.md") for name in names
        ],
        "MCP search": [tool("collection_search", collection=name, query="words") for name in names],
    }
    return {name: (calls[0], calls[1]) for name, calls in pairs.items()}


def expect(status: int, wanted: int) -> None:
    if status != wanted:
        raise SystemExit(f"answered {status} instead of {wanted}")


if __name__ == "__main__":
    sys.exit(main())
