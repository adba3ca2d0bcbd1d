"""Personal access tokens: minting, checking, rotating, revoking."""

import hashlib
import secrets
import uuid
from collections.abc import Collection as Container
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.access.audit import record_change
from apps.access.errors import (
    ConflictError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
)
from apps.access.models import AccessToken, Scope, User
from apps.access.names import clean_name
from apps.access.principals import Principal, act_with_token, acting_token, is_admin
from apps.access.token_rows import find_token

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
    refuse_token(user, "mint")
    if user.pk != holder.pk and not is_admin(user):
        raise ForbiddenError("Only an admin can create a token for somebody else.")
    name = clean_name(name, field="name", longest=100, what="The name")
    check_token_input(scopes, tools, expires_at)
    text = new_text()
    token = AccessToken.objects.create(
        user=holder,
        name=name,
        prefix=prefix_of(text),
        digest=digest_of(text),
        scopes=sorted(set(scopes)),
        source_ids=None if source_ids is None else sorted(set(source_ids), key=str),
        tools=None if tools is None else sorted(set(tools)),
        expires_at=expires_at,
    )
    record_change(user=user, action="token.created", target=token, after=facts_of(token))
    return token, text


def refuse_token(user: Principal, deed: str) -> None:
    """Raise `ForbiddenError` for whoever came with a token: tokens are no business of theirs."""
    if acting_token(user) is not None:
        raise ForbiddenError(f"A token cannot {deed} tokens. Sign in to do that.")


def facts_of(token: AccessToken) -> dict[str, Any]:
    """What the audit log keeps of a token: whose it is and what it may do, nothing of its text."""
    return {
        "holder": token.user.get_username(),
        "scopes": list(token.scopes),
        "sources": None if token.source_ids is None else [str(pk) for pk in token.source_ids],
        "tools": token.tools and list(token.tools),
        "expires_at": token.expires_at and token.expires_at.isoformat(),
    }


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
    token = find_token(digest_of(text))
    if token is None or not (token.is_usable and token.user.is_active):
        return None
    return act_with_token(token.user, token)


def note_use(token: AccessToken, address: str | None) -> None:
    """Keep when and from where the token was last used, at most once a minute."""
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= USE_RESOLUTION:
        AccessToken.objects.filter(pk=token.pk).update(last_used_at=now, last_used_address=address)


@transaction.atomic
def revoke_token(*, user: Principal, token_id: uuid.UUID) -> AccessToken:
    """Revoke a token the user can see; revoking twice is no error."""
    refuse_token(user, "revoke")
    token = lock_token(user, token_id)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        record_change(user=user, action="token.revoked", target=token)
    return token


@transaction.atomic
def rotate_token(*, user: Principal, token_id: uuid.UUID) -> tuple[AccessToken, str]:
    """Give a token the user can see a new text, shown only this once; the old one is dead at once.

    Name, limits and expiry stay. Raises `NotFoundError`, `ForbiddenError` for whoever came with a
    token and `ConflictError` for a token that is revoked or expired.
    """
    refuse_token(user, "rotate")
    token = lock_token(user, token_id)
    if not token.is_usable:
        raise ConflictError("This token is revoked or expired. Create a new one.")
    before, text = token.prefix, new_text()
    token.prefix, token.digest = prefix_of(text), digest_of(text)
    token.save(update_fields=["prefix", "digest"])
    record_change(
        user=user,
        action="token.rotated",
        target=token,
        before={"prefix": before},
        after={"prefix": token.prefix},
    )
    return token, text


@transaction.atomic
def revoke_all_tokens(*, user: Principal, holder: User) -> int:
    """Revoke every usable token of a person; how many that were.

    Raises `ForbiddenError` unless ``user`` is the holder or an admin, without a token.
    """
    refuse_token(user, "revoke")
    if user.pk != holder.pk and not is_admin(user):
        raise ForbiddenError("Only an admin can revoke somebody else's tokens.")
    tokens = list(AccessToken.objects.current().filter(user=holder).select_for_update())
    for token in tokens:
        revoke_token(user=user, token_id=token.pk)
    return len(tokens)


def lock_token(user: Principal, token_id: uuid.UUID) -> AccessToken:
    """The token, if the user can see it, locked until the end of the transaction."""
    rows = AccessToken.objects.visible_to(user).select_related("user")
    token = rows.filter(pk=token_id).select_for_update(of=("self",)).first()
    if token is None:
        raise NotFoundError
    return token


def new_text() -> str:
    """The text of a new token, with 256 random bits."""
    return PREFIX + secrets.token_urlsafe(32)


def prefix_of(text: str) -> str:
    """The part of a token's text that is shown, to tell one from another."""
    return text[:16]


def digest_of(text: str) -> str:
    """SHA-256 of a token's text. It has 256 random bits: no salt, no slow hash."""
    return hashlib.sha256(text.encode()).hexdigest()
