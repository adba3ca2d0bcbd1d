"""How often a password may be tried, counted in the database for all processes and doors.

A try is counted before the password is looked at, so that many at once cannot slip through, and
is taken back when it succeeds. Nothing here depends on whether an account of that name exists, but
for one thing: whoever has signed in from an address is not held up by the others there.
"""

import math
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from apps.access.addresses import subscriber_of
from apps.access.audit import record_change
from apps.access.context import get_context
from apps.access.errors import DomainError
from apps.access.models import LoginPlace, LoginTry, User

DAY = timedelta(days=1)
# Of the failures of one name at one address, the whole day bears this many times those of a while.
DAILY_FACTOR = 4
# How long a name is known at an address that it has signed in from.
KNOWN = timedelta(days=30)


class TooManyTriesError(DomainError):
    """No password is tried before ``retry_after`` seconds have passed."""

    code: ClassVar[str] = "TOO_MANY_TRIES"

    def __init__(self, retry_after: int) -> None:
        minutes = math.ceil(retry_after / 60)
        when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
        super().__init__(f"Too many failed attempts to sign in. Try again {when}.")
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Door:
    """Who knocks: the digest of the name and the client's address."""

    name_digest: str
    address: str

    @classmethod
    def of(cls, name: str) -> "Door":
        """The name as typed, at the address of the current request."""
        plain = unicodedata.normalize("NFKC", name).strip().casefold()
        digest = salted_hmac("pressmark.login", plain, algorithm="sha256").hexdigest()
        return cls(digest, subscriber_of(get_context().address))

    def tries(self) -> QuerySet[LoginTry]:
        """The failures of this name at this address."""
        return self.tries_of_all().filter(name_digest=self.name_digest)

    def is_known(self, now: datetime) -> bool:
        """Whether this name has signed in from this address lately."""
        same = LoginPlace.objects.filter(address=self.address, name_digest=self.name_digest)
        return same.filter(at__gt=now - KNOWN).exists()

    def tries_of_all(self) -> QuerySet[LoginTry]:
        """The failures of any name at this address."""
        return LoginTry.objects.filter(address=self.address, is_refusal=False)


def begin_try(*, name: str) -> None:
    """Count a try. Raises `TooManyTriesError` when it must wait; the password is not to be tried.

    Refused tries do not make the wait longer.
    """
    door, now = Door.of(name), timezone.now()
    with transaction.atomic():
        take_turn(door.address)
        LoginTry.objects.filter(at__lt=now - DAY).delete()
        LoginPlace.objects.filter(at__lt=now - KNOWN).delete()
        waits = max(longest_wait(door, now), timedelta())
        if not waits:
            LoginTry.objects.create(at=now, name_digest=door.name_digest, address=door.address)
            return
        record_refusal(door, name, now)
    raise TooManyTriesError(math.ceil(waits.total_seconds()))


def fail_try(*, name: str) -> None:
    """Append a failed login to the audit log; the try stays counted."""
    record_login("login.failed", name)


def forgive_tries(*, name: str) -> None:
    """Forget the failures of a name that has signed in, at its address; other names' stay.

    The name is known there from now on. The audit log tells of the login.
    """
    door = Door.of(name)
    LoginTry.objects.filter(address=door.address, name_digest=door.name_digest).delete()
    LoginPlace.objects.update_or_create(
        address=door.address, name_digest=door.name_digest, defaults={"at": timezone.now()}
    )
    record_login("login.succeeded", name)


def take_turn(address: str) -> None:
    """Wait for other tries from that address until the end of the transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [f"login {address}"])


def longest_wait(door: Door, now: datetime) -> timedelta:
    """How long until every limit allows another try; not above zero when all do.

    The limit of the address is for names that are strangers there.
    """
    options = settings.PRESSMARK.login
    window = timedelta(minutes=options.minutes)
    own = max(
        wait_for(door.tries(), options.name_failures, window, now),
        wait_for(door.tries(), options.name_failures * DAILY_FACTOR, DAY, now),
    )
    if door.is_known(now):
        return own
    return max(own, wait_for(door.tries_of_all(), options.address_failures, window, now))


def wait_for(tries: QuerySet[LoginTry], limit: int, window: timedelta, now: datetime) -> timedelta:
    """How long until fewer than ``limit`` of the tries lie within the window."""
    recent = tries.filter(at__gt=now - window).order_by("-at").values_list("at", flat=True)
    deciding = recent[limit - 1 : limit].first()
    return timedelta() if deciding is None else deciding + window - now


def record_refusal(door: Door, name: str, now: datetime) -> None:
    """Tell the audit log that tries are turned away: once in a while for each name and address."""
    window = timedelta(minutes=settings.PRESSMARK.login.minutes)
    told = LoginTry.objects.filter(address=door.address, is_refusal=True, at__gt=now - window)
    # An address that is over its own limit may go on through names for ever: that is one entry.
    if told.count() < settings.PRESSMARK.login.address_failures and not told.filter(
        name_digest=door.name_digest
    ):
        LoginTry.objects.create(
            at=now, name_digest=door.name_digest, address=door.address, is_refusal=True
        )
        record_login("login.limited", name)


def record_login(action: str, name: str) -> None:
    """An audit entry about a login; a name that is no account's might be a password: not kept.

    Whoever succeeded is who they say; of a failure nobody knows who it was.
    """
    person = User.objects.filter(username=User.normalize_username(name)).first()
    record_change(
        user=person if person and action == "login.succeeded" else AnonymousUser(),
        action=action,
        target=person or User(username="(no such account)"),
        after={"address": get_context().address},
    )
