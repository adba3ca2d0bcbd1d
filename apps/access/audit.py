"""Writes to the audit log."""

from typing import Any

from django.db.models import Model

from apps.access.context import get_context
from apps.access.models import AuditEntry
from apps.access.principals import Principal


def record_change(
    *,
    user: Principal,
    action: str,
    target: Model,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
) -> AuditEntry:
    """Append one entry; call it inside the transaction of the change it tells of."""
    context = get_context()
    return AuditEntry.objects.create(
        actor_id=user.pk,
        actor_name=user.get_username() or "anonymous",
        action=action,
        target_kind=target._meta.label_lower,  # noqa: SLF001
        target_id="" if target.pk is None else str(target.pk),
        target_label=str(target)[:300],
        before=before,
        after=after,
        request_id=context.request_id,
        surface=context.surface,
    )
