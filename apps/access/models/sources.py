import uuid
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import Permission
from django.db import models
from django.utils import timezone
from guardian.models import GroupObjectPermissionBase, UserObjectPermissionBase

from apps.access.querysets import Visibility

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise as _StrPromise


class GrantLevel(models.TextChoices):
    """What a grant allows; write includes read."""

    READ = "read", "Can read"
    WRITE = "write", "Can write"


class Source(models.Model):
    """A repository or a collection: the unit of visibility and of grants."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    visibility = models.CharField(
        max_length=16, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="owned_%(class)ss",
    )
    logs_questions = models.BooleanField(
        "keep questions",
        default=True,
        help_text="Off: the query log keeps no text of questions about this source.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        abstract = True


class GrantBase(models.Model):
    """What every grant records beside guardian's permission and object."""

    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    granted_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def level(self) -> GrantLevel:
        """The level that the guardian permission stands for."""
        permission: Permission = self.permission  # type: ignore[attr-defined]
        return GrantLevel(permission.codename.split("_", 1)[0])

    @property
    def is_expired(self) -> bool:
        """Whether the grant's time is over."""
        return self.expires_at is not None and self.expires_at <= timezone.now()


class GroupGrant(GrantBase, GroupObjectPermissionBase):
    """A guardian permission of a group on one source, by direct foreign key."""

    class Meta(GroupObjectPermissionBase.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{self.group} {self.level.label.lower()}"


class UserGrant(GrantBase, UserObjectPermissionBase):
    """A guardian permission of one user on one source, by direct foreign key."""

    class Meta(UserObjectPermissionBase.Meta):
        abstract = True

    def __str__(self) -> str:
        return f"{self.user} {self.level.label.lower()}"


def grant_permissions(name: str) -> list[tuple[str, "str | _StrPromise"]]:
    """The ``Meta.permissions`` that a source model called ``name`` needs for its grants."""
    return [(f"{level}_{name}", f"{level.label} {name}") for level in GrantLevel]


def visibility_check(name: str) -> models.CheckConstraint:
    """The database's own guard on the visibility column."""
    return choice_check("visibility", Visibility, name)


def choice_check(field: str, choices: Any, name: str) -> models.CheckConstraint:
    """A check constraint that keeps a column to the values of its ``TextChoices``."""
    return models.CheckConstraint(condition=models.Q(**{f"{field}__in": choices.values}), name=name)
