"""Writing all groups, members and grants out."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from django.contrib.auth.models import Group

from apps.access.audit import record_change
from apps.access.exchange.rows import AccessRow, FileForm, write_rows
from apps.access.models import User
from apps.access.people import require_admin
from apps.access.principals import Principal
from apps.access.querysets import source_models


def export_access(*, user: Principal, form: FileForm) -> str:
    """The file; taking it in again changes nothing. Expired grants are left out.

    Raises `ForbiddenError` for anybody but an admin. The export is in the audit log.
    """
    require_admin(user)
    rows = [*group_rows(), *member_rows(), *grant_rows(user)]
    after = {"rows": len(rows), "format": form.value}
    record_change(user=user, action="access.exported", target=user, after=after)  # type: ignore[arg-type]
    return write_rows(rows, form)


def group_rows() -> Iterator[AccessRow]:
    """One row for each group."""
    for name in Group.objects.order_by("name").values_list("name", flat=True):
        yield AccessRow("group", group=name)


def member_rows() -> Iterator[AccessRow]:
    """One row for each membership."""
    rows = User.groups.through.objects.order_by("group__name", "user__username")
    for group, username in rows.values_list("group__name", "user__username"):
        yield AccessRow("member", group=group, user=username)


def grant_rows(user: Principal) -> Iterator[AccessRow]:
    """One row for each grant in force, source by source."""
    for model in source_models():
        rows: Any = model._default_manager.visible_to(user)  # type: ignore[attr-defined]  # noqa: SLF001
        sources = list(rows.order_by("created_at", "pk"))
        # A name that several owners have given is told by id.
        shared = Counter(source.mark.casefold() for source in sources)
        marks = {
            one.pk: one.mark if shared[one.mark.casefold()] == 1 else f"collection:{one.pk}"
            for one in sources
        }
        for relation, holder in (("group_grants", "group"), ("user_grants", "user")):
            grants: Any = model._meta.get_field(relation).related_model  # noqa: SLF001
            found = grants.objects.filter(content_object__in=sources)
            found = found.select_related("permission", holder)
            for grant in found.order_by("content_object__created_at", "pk"):
                if not grant.is_expired:
                    yield grant_row(grant, holder, marks[grant.content_object_id])


def grant_row(grant: Any, holder: str, mark: str) -> AccessRow:
    """A grant as a row."""
    until = grant.expires_at.isoformat() if grant.expires_at else ""
    named = {holder: str(getattr(grant, holder))}
    return AccessRow("grant", source=mark, level=grant.level.value, expires_at=until, **named)
