"""The sessions of a person: noted when they are opened, ended by the person or with the account."""

import uuid
from typing import cast

from django.contrib.sessions.models import Session
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.context import get_context
from apps.access.errors import NotFoundError
from apps.access.models import SignIn, User
from apps.access.names import is_forbidden

LONGEST_AGENT = 300


def note_sign_in(request: HttpRequest) -> None:
    """Keep that the user of this request has just opened a session."""
    user = cast("User", request.user)
    if not request.session.session_key:
        request.session.create()
    agent = request.headers.get("User-Agent", "")[:LONGEST_AGENT]
    SignIn.objects.exclude(
        session_key__in=Session.objects.filter(expire_date__gt=timezone.now()).values("session_key")
    ).filter(user=user).delete()
    SignIn.objects.update_or_create(
        session_key=request.session.session_key or "",
        defaults={
            "user": user,
            "at": timezone.now(),
            "address": get_context().address,
            "agent": "".join(one for one in agent if not is_forbidden(one)),
        },
    )


@transaction.atomic
def note_new_password(request: HttpRequest) -> None:
    """Keep that somebody has changed their own password: this session goes on, the others end."""
    user = cast("User", request.user)
    record_change(user=user, action="user.password_changed", target=user)
    note_sign_in(request)
    end_other_sign_ins(user=user, keep=request.session.session_key or "")


@transaction.atomic
def end_sign_in(*, user: User, sign_in_id: uuid.UUID) -> None:
    """End one of the user's own sessions. Raises `NotFoundError`."""
    found = SignIn.objects.visible_to(user).filter(pk=sign_in_id).first()
    if found is None:
        raise NotFoundError
    Session.objects.filter(session_key=found.session_key).delete()
    found.delete()
    record_change(user=user, action="session.ended", target=user)


@transaction.atomic
def end_other_sign_ins(*, user: User, keep: str) -> int:
    """End all of the user's sessions but the one with the key ``keep``; how many that were."""
    others = SignIn.objects.visible_to(user).exclude(session_key=keep)
    keys = list(others.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    SignIn.objects.filter(session_key__in=keys).delete()
    if keys:
        record_change(user=user, action="session.ended", target=user, after={"ended": len(keys)})
    return len(keys)
