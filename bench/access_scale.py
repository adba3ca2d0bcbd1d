"""Time of the access rule: 1,000 groups of one user, 10,000 grants on one source, 2,000 sources.

    PRESSMARK_DATA_DIR=… python bench/access_scale.py [--plans]

Everything happens in one transaction that is rolled back. Prints milliseconds (median of 20) for
the list of sources, the look-up of one, and the ids that a search is narrowed to; with `--plans`
PostgreSQL's own account of each statement.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import django

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.contrib.auth.models import Group  # noqa: E402
from django.db import connection, transaction  # noqa: E402

from apps.access.grants import permission_for  # noqa: E402
from apps.access.models import GrantLevel, User  # noqa: E402
from apps.access.querysets import Action  # noqa: E402
from apps.collections.models import (  # noqa: E402
    Collection,
    CollectionGroupGrant,
    CollectionUserGrant,
    Document,
)

GROUPS, GRANTS, SOURCES, ROUNDS = 1000, 10_000, 2000, 20


def fill() -> tuple[User, Collection]:
    """The rows; the user reads by the last of their groups."""
    people = User.objects.bulk_create(User(username=f"scale-{n}") for n in range(GRANTS))
    groups = Group.objects.bulk_create(Group(name=f"scale-{n}") for n in range(GROUPS))
    through, user = User.groups.through, people[0]
    through.objects.bulk_create(through(user=user, group=group) for group in groups)
    sources = Collection.objects.bulk_create(
        Collection(name=f"scale-{n}", owner=people[-1]) for n in range(SOURCES)
    )
    read = permission_for(sources[0], GrantLevel.READ)
    CollectionUserGrant.objects.bulk_create(
        CollectionUserGrant(user=person, content_object=sources[0], permission=read)
        for person in people[1:]
    )
    CollectionGroupGrant.objects.bulk_create(
        CollectionGroupGrant(group=groups[n % GROUPS], content_object=sources[n], permission=read)
        for n in range(SOURCES // 2)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return User.objects.get(pk=user.pk), sources[0]


def timed(name: str, ask: Callable[[], object]) -> None:
    """Print the median of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        ask()
        times.append((time.perf_counter() - start) * 1000)
    print(f"{name:45} {median(times):7.1f} ms, worst {max(times):7.1f} ms")


def main() -> None:
    """Fill, ask, roll back."""
    with transaction.atomic():
        user, source = fill()
        rows = Collection.objects.visible_to(user)
        listed = rows.order_by("name")[:50]
        documents = Document.objects.visible_to(user)
        timed("list of 50 sources", lambda: list(listed.all()))
        timed("count of readable sources", rows.count)
        timed("ids that a search is narrowed to", lambda: list(rows.values_list("pk", flat=True)))
        timed("one source, read", lambda: rows.filter(pk=source.pk).exists())
        writable = Collection.objects.allowing(user, Action.WRITE)
        timed("one source, write", lambda: writable.filter(pk=source.pk).exists())
        timed("documents of readable sources, counted", documents.count)
        if "--plans" in sys.argv:
            for query in (listed, rows.filter(pk=source.pk), documents):
                print(query.explain(analyze=True, buffers=True), end="\n\n")
        transaction.set_rollback(True)


main()
