from django.db import models
from django.utils import timezone


class LoginTry(models.Model):
    """A login that failed, or that has begun and not succeeded yet; gone after a success.

    ``name_digest`` is a keyed digest: people type passwords into the wrong field. ``address`` is
    an IPv4 address or an IPv6 network of 64 bits, what one subscriber has.
    """

    at = models.DateTimeField(default=timezone.now)
    name_digest = models.CharField(max_length=64)
    address = models.CharField(max_length=64)
    # The first try that was turned away in a while, so that the audit log tells of it once.
    is_refusal = models.BooleanField(default=False)

    class Meta:
        db_table = "access_login_tries"
        verbose_name_plural = "login tries"
        indexes = [
            models.Index(fields=["address", "at"], name="access_login_tries_address"),
            models.Index(fields=["at"], name="access_login_tries_at"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.address}"


class LoginPlace(models.Model):
    """An address that a name has signed in from, and when last; both as in `LoginTry`."""

    at = models.DateTimeField(default=timezone.now)
    name_digest = models.CharField(max_length=64)
    address = models.CharField(max_length=64)

    class Meta:
        db_table = "access_login_places"
        constraints = [
            models.UniqueConstraint(
                fields=["name_digest", "address"], name="access_login_places_unique"
            )
        ]
        indexes = [models.Index(fields=["at"], name="access_login_places_at")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.address}"
