import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from apps.access.principals import Principal, is_admin


class Scope(models.TextChoices):
    """What a token may be used for at all."""

    API_READ = "api:read", "Read over REST and MCP"
    API_WRITE = "api:write", "Write over REST"
    MCP = "mcp", "Use the MCP endpoint"


class AccessTokenQuerySet(models.QuerySet["AccessToken"]):
    """Tokens: each person sees their own, admins see all."""

    def visible_to(self, user: Principal) -> "AccessTokenQuerySet":
        """Own tokens, or all for an admin."""
        if is_admin(user):
            return self.all()
        return self.filter(user_id=user.pk) if user.is_active else self.none()

    def current(self) -> "AccessTokenQuerySet":
        """Neither revoked nor expired."""
        unexpired = models.Q(expires_at=None) | models.Q(expires_at__gt=timezone.now())
        return self.filter(unexpired, revoked_at=None)


class AccessToken(models.Model):
    """A personal access token; only its SHA-256 digest is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="access_tokens"
    )
    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=20, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=16, choices=Scope.choices))
    # None: no limit. The ids are those of repositories and collections alike.
    source_ids = ArrayField(models.UUIDField(), null=True, blank=True)
    tools = ArrayField(models.CharField(max_length=64), null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    last_used_address = models.GenericIPAddressField(null=True, blank=True, editable=False)

    objects = AccessTokenQuerySet.as_manager()

    class Meta:
        db_table = "access_tokens"
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(scopes__contained_by=Scope.values, scopes__len__gt=0),
                name="access_tokens_scopes_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def is_usable(self) -> bool:
        """Neither revoked nor expired."""
        expired = self.expires_at is not None and self.expires_at <= timezone.now()
        return self.revoked_at is None and not expired

    @property
    def may_write(self) -> bool:
        """Whether the scopes allow changes at all."""
        return Scope.API_WRITE in self.scopes
