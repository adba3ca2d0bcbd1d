"""The one access rule. Everything that reads or writes guarded rows derives from it."""

from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from django.apps import apps
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.access.errors import ForbiddenError, NotFoundError
from apps.access.principals import Principal, acting_token, is_admin
from apps.text.marks import Mark

ModelT = TypeVar("ModelT", bound=models.Model)
NOTHING = Q(pk__in=[])


class Action(StrEnum):
    """What somebody wants to do with a guarded row."""

    READ = "read"
    WRITE = "write"
    SHARE = "share"
    DELETE = "delete"


class Visibility(models.TextChoices):
    """Who can see a source before any grant."""

    PUBLIC = "public", "Public"
    PRIVATE = "private", "Private"
    ADMIN_ONLY = "admin_only", "Admin only"


class AccessQuerySet(models.QuerySet[ModelT]):
    """Rows guarded by the access rule; subclasses say how by ``access_rule``."""

    def access_rule(self, user: Principal, action: Action) -> Q:
        """The condition under which ``user`` may do ``action``; false for everybody here."""
        raise NotImplementedError(f"{type(self).__name__} states no access rule.")

    def allowing(self, user: Principal, action: Action) -> Self:
        """Only the rows on which the user may do the action."""
        return self.filter(self.access_rule(user, action))

    def visible_to(self, user: Principal) -> Self:
        """Only the rows the user may read."""
        return self.allowing(user, Action.READ)

    def find(self, *, user: Principal, action: Action = Action.READ, **lookup: Any) -> ModelT:
        """The one readable row that matches.

        Raises `NotFoundError` when there is none or it is hidden, `ForbiddenError` when the user
        can read it but may not do the action.
        """
        found = self.visible_to(user).filter(**lookup).first()
        if found is None:
            raise NotFoundError
        if action is not Action.READ:
            require(user, action, found)
        return found


def require(user: Principal, action: Action, obj: models.Model) -> None:
    """Raise unless the user may do the action on this row (see `AccessQuerySet.find`)."""
    rows: AccessQuerySet[Any] = type(obj)._default_manager.all()  # type: ignore[assignment]  # noqa: SLF001
    if rows.allowing(user, action).filter(pk=obj.pk).exists():
        return
    if not rows.visible_to(user).filter(pk=obj.pk).exists():
        raise NotFoundError
    raise ForbiddenError(f"You can read this but you have no right to {action} it.")


def can(user: Principal, action: Action, obj: models.Model) -> bool:
    """Whether the user may do the action on this row."""
    rows: AccessQuerySet[Any] = type(obj)._default_manager.all()  # type: ignore[assignment]  # noqa: SLF001
    return rows.allowing(user, action).filter(pk=obj.pk).exists()


class SourceQuerySet(AccessQuerySet[ModelT]):
    """Sources: the rows that carry visibility, an owner and grants."""

    def marked(self, mark: Mark) -> Self:
        """The sources a mark may mean, annotated with ``mark_rank`` (0 fits best)."""
        raise NotImplementedError(f"{type(self).__name__} cannot be found by mark.")

    def access_rule(self, user: Principal, action: Action) -> Q:
        """The table of docs/access.md, narrowed by the limits of the acting token."""
        if not user.is_authenticated:
            if action is Action.READ and settings.PRESSMARK.public_read:
                return Q(visibility=Visibility.PUBLIC)
            return NOTHING
        if not user.is_active or not (user.pk or user.is_superuser):
            return NOTHING
        rule = Q() if is_admin(user) else self._member_rule(user, action)
        token = acting_token(user)
        if token is None:
            return rule
        if not token.is_usable or (action is not Action.READ and not token.may_write):
            return NOTHING
        return rule if token.source_ids is None else rule & Q(pk__in=token.source_ids)

    def _member_rule(self, user: Principal, action: Action) -> Q:
        owned = Q(owner=user.pk)
        if action is Action.SHARE:
            return owned & ~Q(visibility=Visibility.ADMIN_ONLY)
        if action is Action.DELETE:
            return owned
        granted = Q(pk__in=self._granted("group_grants", action, groups_of=user)) | (
            ~Q(visibility=Visibility.ADMIN_ONLY)
            & Q(pk__in=self._granted("user_grants", action, user_id=user.pk))
        )
        if action is Action.READ:
            return owned | granted | Q(visibility=Visibility.PUBLIC)
        return owned | granted

    def _granted(
        self, relation: str, action: Action, groups_of: Principal | None = None, **lookup: Any
    ) -> models.QuerySet[Any, Any]:
        grants = self.model._meta.get_field(relation).related_model  # noqa: SLF001
        levels = ("read", "write") if action is Action.READ else ("write",)
        name = self.model._meta.model_name  # noqa: SLF001
        if groups_of is not None:
            # By the memberships alone: a join with the groups costs as much as all the rest.
            members: Any = groups_of._meta.get_field("groups").remote_field.through  # type: ignore[union-attr]  # noqa: SLF001
            own = members._default_manager.filter(user_id=groups_of.pk)  # noqa: SLF001
            lookup["group_id__in"] = own.values("group_id")
        rows = grants.objects.filter(  # type: ignore[union-attr]
            permission__codename__in=[f"{level}_{name}" for level in levels], **lookup
        )
        unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        ids: models.QuerySet[Any, Any] = rows.filter(unexpired).values("content_object_id")
        return ids


class DerivedQuerySet(AccessQuerySet[ModelT]):
    """Children: readable and writable exactly as their parent is."""

    parent: ClassVar[str]

    def access_rule(self, user: Principal, action: Action) -> Q:
        """Derived from the parent; to delete a child is to write to its parent."""
        wanted = Action.WRITE if action is Action.DELETE else action
        model = self.model._meta.get_field(self.parent).related_model  # noqa: SLF001
        rows = model._default_manager.allowing(user, wanted)  # type: ignore[union-attr]  # noqa: SLF001
        return Q(**{f"{self.parent}__in": rows.values("pk")})


class SourceBoundQuerySet(AccessQuerySet[ModelT]):
    """Rows that name their source by id only, whichever kind of source it is."""

    source_field: ClassVar[str] = "source_id"

    def access_rule(self, user: Principal, action: Action) -> Q:
        """Whatever the source allows; admins also see rows whose source is gone."""
        wanted = Action.WRITE if action is Action.DELETE else action
        token = acting_token(user)
        if is_admin(user) and token is None:
            return Q()
        rule = NOTHING
        for model in source_models():
            rows = model._default_manager.allowing(user, wanted)  # type: ignore[attr-defined]  # noqa: SLF001
            rule |= Q(**{f"{self.source_field}__in": rows.values("pk")})
        return rule


class OwnQuerySet(AccessQuerySet[ModelT]):
    """Rows with a ``user`` and a ``token`` that belong to one person; admins see all of them."""

    def access_rule(self, user: Principal, action: Action) -> Q:
        """Own rows; a token that is limited to sources knows only its own."""
        token = acting_token(user)
        if not (user.is_authenticated and user.is_active):
            return NOTHING
        mine = Q(user=user.pk) if user.pk else NOTHING
        if token is None:
            return Q() if is_admin(user) else mine
        if not token.is_usable or (action is not Action.READ and not token.may_write):
            return NOTHING
        return mine if token.source_ids is None else mine & Q(token=token.pk)

    def own(self, user: Principal) -> Self:
        """The person's own among those they may see."""
        return self.visible_to(user).filter(Q(user=user.pk) if user.pk else NOTHING)


def source_models() -> tuple[type[models.Model], ...]:
    """The kinds of source, in the order of ``settings.PRESSMARK_SOURCES``."""
    return tuple(apps.get_model(label) for label in settings.PRESSMARK_SOURCES)
