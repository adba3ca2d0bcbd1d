"""Writes to the audit log."""

from typing import Any

from django.db.models import Model

from apps.access.context import get_context
from apps.access.models import AuditEntry
from apps.access.principals import Principal, acting_token


def record_change(
    *,
    user: Principal,
    action: str,
    target: Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    label: str | None = None,
) -> AuditEntry:
    """Append one entry; call it inside the transaction of the change it tells of.

    ``label`` names the target where its own text does not.
    """
    context, token = get_context(), acting_token(user)
    return AuditEntry.objects.create(
        actor_id=user.pk,
        actor_name=user.get_username() or "anonymous",
        action=action,
        target_kind=target._meta.label_lower,  # noqa: SLF001
        target_id="" if target.pk is None else str(target.pk),
        target_label=(label or str(target))[:300],
        before=before,
        after=after,
        request_id=context.request_id,
        surface=context.surface,
        address=context.address,
        token="" if token is None else str(token),
    )
