"""Groups that a person is in because an identity provider says so.

Each such membership is marked. A membership without a mark was given by hand: it is never touched,
also when the provider names the same group.
"""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction

from apps.access.audit import record_change
from apps.access.errors import DomainError
from apps.access.models import SsoMembership, User
from apps.access.names import clean_name

ANY = "*"


@transaction.atomic
def sync_groups(*, person: User, names: Iterable[str]) -> None:
    """Make the marked memberships of a person what the provider's ``names`` mean.

    What they mean is in ``settings.PRESSMARK.oidc.groups``; names that are not there mean nothing.
    The audit log tells of a change.
    """
    User.objects.select_for_update().get(pk=person.pk)
    before = set(person.groups.values_list("name", flat=True))
    wanted = {find_group(name) for name in meant(names)}
    for mark in SsoMembership.objects.filter(user=person).exclude(group__in=wanted):
        person.groups.remove(mark.group_id)
        mark.delete()
    for group in wanted:
        if group.name not in before:
            person.groups.add(group)
            SsoMembership.objects.get_or_create(user=person, group=group)
    after = set(person.groups.values_list("name", flat=True))
    if after != before:
        record_change(
            user=person,
            action="user.groups_synced",
            target=person,
            before={"groups": sorted(before)},
            after={"groups": sorted(after)},
        )


def meant(names: Iterable[str]) -> set[str]:
    """The names of groups that the provider's names stand for."""
    found = set()
    pairs = settings.PRESSMARK.oidc.groups
    for name in names:
        for claim, group in pairs:
            if claim in {name, ANY}:
                found.add(name if group == ANY else group)
    return {name for name in found if is_name(name)}


def is_name(name: str) -> bool:
    """Whether a group may be called so, exactly as it stands."""
    try:
        return clean_name(name, field="name", longest=150, what="The name") == name
    except DomainError:
        return False


def find_group(name: str) -> Group:
    """The group of that name, made when there is none."""
    return Group.objects.get_or_create(name=name)[0]
