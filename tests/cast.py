"""The cast of the access tests: everybody who may or may not stand before one source.

`assemble_cast` builds the source and its people through the services, as the product would. Tests
compare what each member may do with a table, so nobody is forgotten.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.utils import timezone

from apps.access.grants import grant_access, grants_of, revoke_access
from apps.access.models import AccessToken, GrantLevel, Scope, Source, User
from apps.access.principals import Principal, act_with_token, operator
from apps.access.querysets import Visibility
from apps.access.tokens import digest_of, revoke_token
from apps.collections.models import Collection
from apps.repos.models import Origin, Repository

READ, WRITE = GrantLevel.READ, GrantLevel.WRITE
LONG_AGO = timedelta(days=365)
numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Cast:
    """One source, another one of the same owner, and the people by their part."""

    source: Source
    other: Source
    members: Mapping[str, Principal]

    def __getitem__(self, part: str) -> Any:
        return self.members[part]


def make_user(name: str = "user", **fields: Any) -> User:
    """A person with a name of their own, usable at once."""
    return User.objects.create(username=f"{name}-{next(numbers)}", **fields)


def make_group(name: str = "group", *members: User) -> Group:
    """A group of these people."""
    group = Group.objects.create(name=f"{name}-{next(numbers)}")
    group.user_set.add(*members)
    return group


def make_collection(name: str = "", **fields: Any) -> Collection:
    """A private collection, unless told otherwise."""
    return Collection.objects.create(name=name or f"collection-{next(numbers)}", **fields)


def make_repository(name: str = "", **fields: Any) -> Repository:
    """A private git repository, unless told otherwise."""
    fields = {"host": "git.example.org", "namespace": "team", "origin": Origin.GIT} | fields
    return Repository.objects.create(name=name or f"repository-{next(numbers)}", **fields)


MAKERS = {"collection": make_collection, "repository": make_repository}


def grant(source: Source, to: Group | User, level: GrantLevel = READ) -> None:
    """Give a grant as the operator."""
    grant_access(user=operator(), source=source, to=to, level=level)


def grant_expired(source: Source, to: Group | User, level: GrantLevel = READ) -> None:
    """Give a grant whose time is over."""
    grant(source, to, level)
    grants_of(source, to).update(expires_at=timezone.now() - LONG_AGO)


def make_token(user: User, text: str = "", **fields: Any) -> AccessToken:
    """A token of that user with every scope, unless told otherwise; ``text`` is its secret."""
    text = text or f"pmk_pat_{next(numbers)}"
    fields = {"scopes": list(Scope.values), "name": "token"} | fields
    return AccessToken.objects.create(user=user, prefix=text[:16], digest=digest_of(text), **fields)


def with_token(user: User, **fields: Any) -> User:
    """The same person, coming with a token."""
    return act_with_token(User.objects.get(pk=user.pk), make_token(user, **fields))


def give_every_model_permission(user: User) -> User:
    """Hand out each model-wide permission there is; none of them may open a row."""
    user.user_permissions.set(Permission.objects.all())
    return user


def assemble_cast(kind: str, visibility: Visibility = Visibility.PRIVATE) -> Cast:
    """The whole cast before one source of this kind and visibility."""
    owner = make_user("owner")
    source = MAKERS[kind](owner=owner)
    other = MAKERS[kind](owner=owner)
    admin = make_user("admin", is_staff=True, is_superuser=True)
    members: dict[str, Principal] = {
        "anonymous": AnonymousUser(),
        "stranger": make_user("stranger"),
        "owner": owner,
        "admin": admin,
        **granted_members(source),
        **departed_members(source),
        **token_members(source, other, owner, admin),
    }
    # After the grants: an admin-only source takes no user grants, but may still hold old ones.
    source.visibility = visibility
    source.save()
    return Cast(source, other, members)


def granted_members(source: Source) -> dict[str, Principal]:
    """People with a grant in force."""
    members = {
        part: make_user(part)
        for part in ("group_reader", "group_writer", "user_reader", "user_writer", "both_ways")
    }
    readers = make_group("readers", members["group_reader"], members["both_ways"])
    grant(source, readers, READ)
    grant(source, make_group("more-readers", members["group_reader"]), READ)
    grant(source, make_group("writers", members["group_writer"]), WRITE)
    grant(source, members["user_reader"], READ)
    grant(source, members["user_writer"], WRITE)
    grant(source, members["both_ways"], WRITE)
    return members


def departed_members(source: Source) -> dict[str, Principal]:
    """People who had, or look as if they had, a right."""
    parts = ("former_member", "revoked", "expired_user_grant", "expired_group_grant")
    members = {part: make_user(part) for part in parts}
    group = make_group("left", members["former_member"])
    grant(source, group, WRITE)
    group.user_set.remove(members["former_member"])
    grant(source, members["revoked"], WRITE)
    revoke_access(user=operator(), source=source, to=members["revoked"])
    grant_expired(source, members["expired_user_grant"], WRITE)
    grant_expired(source, make_group("over", members["expired_group_grant"]), WRITE)
    inactive = make_user("inactive", is_active=False)
    grant(source, inactive, WRITE)
    grant(source, make_group("gone", inactive), WRITE)
    return {
        **members,
        "inactive": inactive,
        "inactive_admin": make_user("inactive-admin", is_superuser=True, is_active=False),
        "model_wide": give_every_model_permission(make_user("model-wide", is_staff=True)),
    }


def token_members(source: Source, other: Source, owner: User, admin: User) -> dict[str, Principal]:
    """Owner, admin and a reader, coming with tokens that narrow what they may do."""
    revoked = with_token(owner)
    revoke_token(user=operator(), token_id=revoked.acting_token.pk)  # type: ignore[attr-defined]
    reader = make_user("token-reader")
    grant(source, reader, READ)
    read_only = [Scope.API_READ, Scope.MCP]
    return {
        "owner_token": with_token(owner),
        "owner_token_here": with_token(owner, source_ids=[source.pk]),
        "owner_token_elsewhere": with_token(owner, source_ids=[other.pk]),
        "owner_token_nowhere": with_token(owner, source_ids=[]),
        "owner_token_read_only": with_token(owner, scopes=read_only),
        "owner_token_expired": with_token(owner, expires_at=timezone.now() - LONG_AGO),
        "owner_token_revoked": act_with_token(
            User.objects.get(pk=owner.pk),
            AccessToken.objects.get(pk=revoked.acting_token.pk),  # type: ignore[attr-defined]
        ),
        "admin_token_elsewhere": with_token(admin, source_ids=[other.pk]),
        "admin_token_read_only": with_token(admin, scopes=read_only),
        "reader_token": with_token(reader),
    }
