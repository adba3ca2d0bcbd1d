"""The access rule with 1,000 groups of one user and 10,000 grants on one source."""

import json

import pytest
from django.contrib.auth.models import Group

from apps.access.grants import permission_for
from apps.access.models import GrantLevel, User
from apps.collections.models import Collection, CollectionGroupGrant, CollectionUserGrant
from tests.cast import make_user

pytestmark = pytest.mark.django_db
LIMIT = 50.0


@pytest.fixture
def crowd(db):
    """The user of many groups, and the source with many grants."""
    user = make_user("busy")
    people = User.objects.bulk_create(User(username=f"scale-{n}") for n in range(10_000))
    groups = Group.objects.bulk_create(Group(name=f"scale-{n}") for n in range(1000))
    through = User.groups.through
    through.objects.bulk_create(through(user=user, group=group) for group in groups)
    sources = Collection.objects.bulk_create(Collection(name=f"scale-{n}") for n in range(500))
    read = permission_for(sources[0], GrantLevel.READ)
    CollectionUserGrant.objects.bulk_create(
        CollectionUserGrant(user=one, content_object=sources[0], permission=read) for one in people
    )
    CollectionGroupGrant.objects.bulk_create(
        CollectionGroupGrant(group=group, content_object=source, permission=read)
        for group, source in zip(groups, sources[1:251], strict=False)
    )
    return user, sources


def milliseconds(rows) -> float:
    """PostgreSQL's own time for a statement, the best of five on a machine that may be busy.

    The plan is in the test's output (``pytest -rP`` shows it also when all is well).
    """
    print(rows.explain(analyze=True))
    plans = [json.loads(rows.explain(format="json", analyze=True))[0] for _ in range(5)]
    return min(plan["Planning Time"] + plan["Execution Time"] for plan in plans)


def test_lists_and_look_ups_stay_within_fifty_milliseconds(crowd):
    user, sources = crowd
    rows = Collection.objects.visible_to(user)
    assert rows.count() == 250
    assert milliseconds(rows.order_by("name")[:50]) < LIMIT
    assert milliseconds(rows.values_list("pk", flat=True)) < LIMIT
    assert milliseconds(rows.filter(pk=sources[0].pk)) < LIMIT
