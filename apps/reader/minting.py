"""Tokens for the person who is signed in."""

import uuid
from collections.abc import Sequence
from datetime import timedelta

from django.utils import timezone

from apps.access.models import AccessToken, User
from apps.access.tokens import create_token


def mint(
    *,
    user: User,
    name: str,
    scopes: Sequence[str],
    days: str = "",
    sources: Sequence[str] = (),
    tools: Sequence[str] = (),
) -> tuple[AccessToken, str]:
    """`create_token` for oneself with what the form holds; raises what it raises."""
    return create_token(
        user=user,
        holder=user,
        name=name,
        scopes=scopes,
        source_ids=[uuid.UUID(source) for source in sources] or None,
        tools=tools or None,
        expires_at=timezone.now() + timedelta(days=int(days)) if days else None,
    )
