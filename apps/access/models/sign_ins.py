import uuid

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models
from django.utils import timezone

from apps.access.principals import Principal


class SignInQuerySet(models.QuerySet["SignIn"]):
    """Sign-ins, each seen by nobody but whose it is."""

    def visible_to(self, user: Principal) -> "SignInQuerySet":
        """One's own, as long as their sessions last."""
        live = Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
        own = self.filter(user_id=user.pk) if user.is_active else self.none()
        return own.filter(session_key__in=live)


class SignIn(models.Model):
    """A session that somebody opened: when, where from, with which browser."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_ins"
    )
    session_key = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField(default=timezone.now)
    address = models.GenericIPAddressField(null=True)
    agent = models.CharField(max_length=300, blank=True)

    objects = SignInQuerySet.as_manager()

    class Meta:
        db_table = "access_sign_ins"
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.user} {self.at:%Y-%m-%d %H:%M}"
