"""Personal access tokens: minting, checking, revoking."""

import hashlib
import secrets
import uuid
from collections.abc import Collection as Container
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.access.audit import record_change
from apps.access.errors import ForbiddenError, InvalidRequestError, NotFoundError
from apps.access.models import AccessToken, Scope, User
from apps.access.names import clean_name
from apps.access.principals import Principal, act_with_token, acting_token, is_admin

PREFIX = "pmk_pat_"
USE_RESOLUTION = timedelta(minutes=1)


@transaction.atomic
def create_token(
    *,
    user: Principal,
    holder: User,
    name: str,
    scopes: Container[str],
    source_ids: Container[uuid.UUID] | None = None,
    tools: Container[str] | None = None,
    expires_at: datetime | None = None,
) -> tuple[AccessToken, str]:
    """Mint a token for ``holder``; the second value is its text, shown only this once.

    Raises `ForbiddenError` when ``user`` is neither the holder nor an admin or came with a token,
    `InvalidRequestError` for a name that cannot be, unknown scopes or tools, or an
    expiry in the past.
    """
    if acting_token(user) is not None:
        raise ForbiddenError("A token cannot mint tokens. Sign in to create one.")
    if user.pk != holder.pk and not is_admin(user):
        raise ForbiddenError("Only an admin can create a token for somebody else.")
    name = clean_name(name, field="name", longest=100, what="The name")
    check_token_input(scopes, tools, expires_at)
    text = PREFIX + secrets.token_urlsafe(32)
    token = AccessToken.objects.create(
        user=holder,
        name=name,
        prefix=text[:16],
        digest=digest_of(text),
        scopes=sorted(set(scopes)),
        source_ids=None if source_ids is None else sorted(set(source_ids), key=str),
        tools=None if tools is None else sorted(set(tools)),
        expires_at=expires_at,
    )
    record_change(user=user, action="token.created", target=token, after={"scopes": token.scopes})
    return token, text


def check_token_input(
    scopes: Container[str], tools: Container[str] | None, expires_at: datetime | None
) -> None:
    """Raise `InvalidRequestError` for the first thing wrong with a token's description."""
    unknown = sorted(set(scopes) - set(Scope.values))
    if unknown or not scopes:
        known = ", ".join(Scope.values)
        raise InvalidRequestError.for_field("scopes", f"Choose one or more of: {known}.")
    if tools is not None and set(tools) - known_tools():
        known = ", ".join(sorted(known_tools()))
        raise InvalidRequestError.for_field("tools", f"Choose one or more of: {known}.")
    if expires_at is not None and expires_at <= timezone.now():
        raise InvalidRequestError.for_field("expires_at", "The expiry must lie in the future.")


def known_tools() -> frozenset[str]:
    """The names on which a token's list of tools may draw, from ``settings.PRESSMARK_TOOLS``."""
    return frozenset(import_string(settings.PRESSMARK_TOOLS)())


def authenticate_token(text: str) -> User | None:
    """The user of a usable token, bound to it; None when it is unknown, expired or revoked."""
    if not text.startswith(PREFIX):
        return None
    rows = AccessToken.objects.current().select_related("user")
    token = rows.filter(digest=digest_of(text), user__is_active=True).first()
    return None if token is None else act_with_token(token.user, token)


def note_use(token: AccessToken, address: str | None) -> None:
    """Keep when and from where the token was last used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= USE_RESOLUTION:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now, last_used_address=address)


@transaction.atomic
def revoke_token(*, user: Principal, token_id: uuid.UUID) -> AccessToken:
    """Revoke a token the user can see; revoking twice is no error."""
    if acting_token(user) is not None:
        raise ForbiddenError("A token cannot revoke tokens. Sign in to do that.")
    token = AccessToken.objects.visible_to(user).filter(pk=token_id).select_for_update().first()
    if token is None:
        raise NotFoundError
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        record_change(user=user, action="token.revoked", target=token)
    return token


def digest_of(text: str) -> str:
    """SHA-256 of a token's text. It has 256 random bits: no salt, no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
