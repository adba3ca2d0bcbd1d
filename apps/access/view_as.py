"""Seeing the product as somebody else does: admins only, read only, for a while, and on record.

What is seen is decided by the viewed person's own rights, because for the whole request the viewed
person *is* the user. That nothing is written is the middleware's part (apps.access.view_as_gate).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from apps.access.audit import record_change
from apps.access.errors import DomainError, ForbiddenError
from apps.access.models import User
from apps.access.people import require_admin
from apps.access.principals import is_admin

SESSION_KEY = "view_as"
LASTS = timedelta(minutes=30)


class ViewOverError(DomainError):
    """The view has come to its end with this request; the message says why."""

    code = "FORBIDDEN"


@dataclass(frozen=True, slots=True)
class ViewAs:
    """Who looks, as whom, and until when."""

    admin: User
    person: User
    until: datetime


@transaction.atomic
def start_view(request: HttpRequest, *, person: User) -> None:
    """From the next request on, this session sees what ``person`` does.

    Raises `ForbiddenError` unless an admin asks in person, and for a person who is an admin too,
    is not active, or is oneself.
    """
    require_admin(request.user)
    if request.user.pk == person.pk:
        raise ForbiddenError("You see Pressmark as yourself already.")
    if (reason := why_not(person)) is not None:
        raise ForbiddenError(reason)
    until = timezone.now() + LASTS
    request.session[SESSION_KEY] = {"person": person.pk, "until": until.isoformat()}
    record_change(
        user=request.user,
        action="view_as.started",
        target=person,
        after={"until": until.isoformat()},
    )


def why_not(person: User) -> str | None:
    """Why nobody can see as this person; None when an admin can."""
    if not person.is_active:
        return "This account is not active: there is nothing it could see."
    if person.is_superuser:
        return "Admins are not viewed: they see everything."
    return None


def current_view(request: HttpRequest) -> ViewAs | None:
    """The view of this session, if it has one.

    Raises `ViewOverError` when it ends with this request: its time is over, the admin is none any
    more, or the person must not be viewed any more. The end is noted in the audit log.
    """
    state = request.session.get(SESSION_KEY)
    if state is None or not request.user.is_authenticated:
        return None
    admin, until = request.user, parse_datetime(state["until"])
    person = User.objects.filter(pk=state["person"]).first()
    if until is None or until <= timezone.now():
        reason = "Its time is over."
    elif not is_admin(admin):
        reason = "You are no admin any more."
    elif person is None or why_not(person) is not None:
        reason = "The account cannot be viewed any more."
    else:
        return ViewAs(admin, person, until)
    end_view(request, reason=reason)
    raise ViewOverError(f"You see Pressmark as yourself again. {reason}")


@transaction.atomic
def end_view(request: HttpRequest, *, reason: str = "Ended by hand.") -> int | None:
    """Be oneself again from the next request on; the viewed person's id, None without a view.

    The user of the request must be the one who is signed in, not the one who is viewed.
    """
    state = request.session.pop(SESSION_KEY, None)
    if state is None:
        return None
    person = User.objects.filter(pk=state["person"]).first() or User(pk=state["person"])
    record_change(
        user=request.user, action="view_as.ended", target=person, after={"reason": reason}
    )
    return int(state["person"])
