from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.access.models import AccessToken
from apps.access.querysets import OwnQuerySet


class TokenGainQuerySet(OwnQuerySet["TokenGain"]):
    """Gains: each person's are their own; admins who are signed in see all."""


class TokenGain(models.Model):
    """What somebody was served of a source in a day, and the files that it stood for.

    ``served`` and ``whole`` are tokens (o200k_base): of what was given out, and of all of the files
    that it came from. ``user`` is empty for visitors, ``token`` for sessions.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    token = models.ForeignKey(AccessToken, on_delete=models.CASCADE, null=True, related_name="+")
    source_id = models.UUIDField()
    day = models.DateField()
    calls = models.PositiveIntegerField()
    served = models.PositiveBigIntegerField("tokens served")
    whole = models.PositiveBigIntegerField("tokens of the files")

    objects = TokenGainQuerySet.as_manager()

    class Meta:
        db_table = "token_gains"
        ordering = ["-day", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "token", "source_id", "day"],
                name="token_gains_one_a_day",
                nulls_distinct=False,
            ),
        ]
        indexes = [models.Index(fields=["-day", "-id"], name="token_gains_by_day")]

    def __str__(self) -> str:
        return f"{self.saved} tokens on {self.day}"

    @property
    def saved(self) -> int:
        """Tokens that reading the whole files would have cost more."""
        return max(self.whole - self.served, 0)


class GainSession(models.Model):
    """The latest run of calls of one person by one token: a pause of half an hour begins anew."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    token = models.ForeignKey(AccessToken, on_delete=models.CASCADE, null=True, related_name="+")
    started_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now)
    calls = models.PositiveIntegerField()
    served = models.PositiveBigIntegerField()
    whole = models.PositiveBigIntegerField()

    class Meta:
        db_table = "gain_sessions"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "token"], name="gain_sessions_unique", nulls_distinct=False
            ),
        ]

    def __str__(self) -> str:
        return f"Since {self.started_at:%Y-%m-%d %H:%M}"


class DocumentSize(models.Model):
    """The tokens of one version of a document, counted when it was first served."""

    document_id = models.UUIDField(primary_key=True)
    content_hash = models.CharField(max_length=64)
    tokens = models.PositiveIntegerField()

    class Meta:
        db_table = "document_sizes"

    def __str__(self) -> str:
        return f"{self.document_id}: {self.tokens}"
