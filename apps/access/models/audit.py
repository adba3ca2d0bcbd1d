from typing import NoReturn

from django.db import models
from django.utils import timezone

from apps.access.principals import Principal, acting_token, is_admin


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    """Readable by admins; nothing in it can be changed or removed."""

    def visible_to(self, user: Principal) -> "AuditEntryQuerySet":
        """All for admins, none for others and none for anybody who came with a token."""
        return self.all() if is_admin(user) and acting_token(user) is None else self.none()

    def update(self, **_values: object) -> NoReturn:
        """Refused: the log is append-only (the database refuses as well)."""
        raise TypeError("The audit log is append-only.")

    def delete(self) -> NoReturn:
        """Refused: the log is append-only (the database refuses as well)."""
        raise TypeError("The audit log is append-only.")


class AuditEntry(models.Model):
    """One privileged change: who, when, what, before and after."""

    at = models.DateTimeField(default=timezone.now, db_index=True)
    # Not foreign keys: an entry outlives the people and things it tells of.
    actor_id = models.BigIntegerField(null=True)
    actor_name = models.CharField(max_length=150)
    action = models.CharField(max_length=64, db_index=True)
    target_kind = models.CharField(max_length=64)
    target_id = models.CharField(max_length=64, db_index=True)
    target_label = models.CharField(max_length=300)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    request_id = models.CharField(max_length=64, blank=True)
    surface = models.CharField(max_length=16)
    address = models.GenericIPAddressField(null=True)
    # Name and prefix of the token that the request came with; empty for sessions and commands.
    token = models.CharField(max_length=120, blank=True)

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        db_table = "access_audit"
        ordering = ["-at", "-id"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name} {self.action} {self.target_label}"
