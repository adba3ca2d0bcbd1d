"""What somebody can read, and why: the access rule told from the reader's side."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast
from uuid import UUID

from django.contrib.auth.models import Group
from django.db.models import Q
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError, NotFoundError
from apps.access.models import AccessToken, GrantLevel, Source, User
from apps.access.principals import Principal, act_with_token, acting_token, is_admin
from apps.access.querysets import SourceQuerySet, Visibility, source_models
from apps.access.readers import Reason, reason_of

Holder: TypeAlias = User | Group | AccessToken


def readable_sources(
    *, user: Principal, holder: Holder, model: type[Source]
) -> "SourceQuerySet[Any]":
    """The sources of one kind that a user, a group or a token can read now.

    For a group these are what each member reads by it, public ones included. Raises
    `ForbiddenError` unless an admin asks, or somebody about themselves or a token of their own.
    """
    check_may_ask(user, holder)
    rows = cast("SourceQuerySet[Any]", model._default_manager.all())  # noqa: SLF001
    if isinstance(holder, Group):
        granted = in_force(model, "group_grants").filter(group=holder)
        shared = Q(pk__in=granted.values("content_object_id"))
        return rows.visible_to(user).filter(shared | Q(visibility=Visibility.PUBLIC))
    return rows.visible_to(as_principal(holder))


def reasons_to_read(
    holder: Holder, sources: Sequence[Any], model: type[Source]
) -> dict[UUID, tuple[Reason, ...]]:
    """Why the holder reads each of these sources of one kind; three queries."""
    person = holder.user if isinstance(holder, AccessToken) else holder
    reasons: dict[UUID, list[Reason]] = defaultdict(list)
    for source in sources:
        reasons[source.pk] += plain_reasons(person, source)
    groups = Q(group=person) if isinstance(person, Group) else Q(group__user=person)
    found = in_force(model, "group_grants").filter(groups, content_object__in=sources)
    for grant in found.select_related("permission", "granted_by", "group"):
        reasons[grant.content_object_id].append(reason_of(grant, "group", group=grant.group.name))
    if isinstance(person, User):
        counted = [one for one in sources if one.visibility != Visibility.ADMIN_ONLY]
        own = in_force(model, "user_grants").filter(user=person, content_object__in=counted)
        for grant in own.select_related("permission", "granted_by"):
            reasons[grant.content_object_id].append(reason_of(grant, "user"))
    return {pk: tuple(found) for pk, found in reasons.items()}


FOR_ADMINS = "Only an admin can see what somebody else can read."


@dataclass(frozen=True, slots=True)
class Readable:
    """A source that somebody can read, with the reasons why."""

    source: Any
    reasons: tuple[Reason, ...]


def list_readable(*, user: Principal, person: User, model: type[Source]) -> list[Readable]:
    """The sources of one kind that a person can read now, by name. Raises `ForbiddenError`."""
    sources = list(readable_sources(user=user, holder=person, model=model))
    reasons = reasons_to_read(person, sources, model)
    found = [Readable(source, reasons.get(source.pk, ())) for source in sources]
    return sorted(found, key=lambda one: (str(one.source), str(one.source.pk)))


def find_holder(*, user: Principal, username: str | None) -> User:
    """The person of that name, oneself without one.

    Whoever is no admin learns nothing about others: `ForbiddenError` for every other name, whether
    there is such a person or not. Admins get `NotFoundError` for nobody.
    """
    if username is None or username == user.get_username():
        check_may_ask(user, cast("User", user))
        return cast("User", user)
    refuse_token(user)
    if not is_admin(user):
        raise ForbiddenError(FOR_ADMINS)
    person = None if "\0" in username else User.objects.filter(username=username).first()
    if person is None:
        raise NotFoundError(f"There is no user named {username}.")
    return person


def kind_of_source(name: str) -> type[Source]:
    """The kind of source of that name, as in ``collection``. Raises `InvalidRequestError`."""
    models = {str(model._meta.model_name): model for model in source_models()}  # noqa: SLF001
    if name not in models:
        known = ", ".join(sorted(models))
        raise InvalidRequestError.for_field("kind", f"Choose one of: {known}.")
    return cast("type[Source]", models[name])


def plain_reasons(person: User | Group, source: Source) -> list[Reason]:
    """Reasons that need no grant."""
    found: list[Reason] = []
    if isinstance(person, User) and is_admin(person):
        found.append(Reason("admin", GrantLevel.WRITE))
    if isinstance(person, User) and source.owner_id == person.pk:
        found.append(Reason("owner", GrantLevel.WRITE))
    if source.visibility == Visibility.PUBLIC:
        found.append(Reason("public", GrantLevel.READ))
    return found


def check_may_ask(user: Principal, holder: Holder) -> None:
    """Raise `ForbiddenError` unless the user may know what the holder reads."""
    person = holder.user if isinstance(holder, AccessToken) else holder
    is_own = isinstance(person, User) and person.pk == user.pk and user.is_active
    refuse_token(user)
    if not (is_admin(user) or is_own):
        raise ForbiddenError(FOR_ADMINS)


def refuse_token(user: Principal) -> None:
    """Raise `ForbiddenError` for a token, which could learn more than it is meant to read."""
    if acting_token(user) is not None:
        raise ForbiddenError("Sign in yourself for this; it is not told to tokens.")


def as_principal(holder: User | AccessToken) -> Principal:
    """The holder as the one who asks; a token with its limits."""
    if isinstance(holder, AccessToken):
        return act_with_token(User.objects.get(pk=holder.user_id), holder)
    return holder


def in_force(model: type[Source], relation: str) -> Any:
    """All grants of one kind on one kind of source that have not expired."""
    grants: Any = model._meta.get_field(relation).related_model  # noqa: SLF001
    return grants.objects.filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
