from django.conf import settings
from django.contrib.auth.models import Group
from django.db import models
from django.utils import timezone


class SsoIdentity(models.Model):
    """Who an identity provider says somebody is: its issuer and the subject there.

    The two never change and are never given to somebody else (OpenID Connect Core 1.0, 5.7).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sso_identities"
    )
    issuer = models.CharField(max_length=300)
    subject = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now)
    last_login_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "access_sso_identities"
        constraints = [
            models.UniqueConstraint(fields=["issuer", "subject"], name="access_sso_identity_unique")
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.issuer}"


class SsoMembership(models.Model):
    """Marks a membership in a group as given by single sign-on, which may take it away again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sso_memberships"
    )
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "access_sso_memberships"
        constraints = [
            models.UniqueConstraint(fields=["user", "group"], name="access_sso_membership_unique")
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.group}"
