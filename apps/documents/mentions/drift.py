"""The drift report: names in documents that used to mean a symbol which is gone."""

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from apps.access.principals import Principal
from apps.documents.locating import ready_repository
from apps.documents.marks import repo_document_mark
from apps.documents.models import MentionDrift


@dataclass(frozen=True, slots=True)
class DriftEntry:
    """A stale name: where it stands, what it meant, and since which commit that is gone."""

    mark: str
    file: str
    title: str
    line: int
    name: str
    was: str
    kind: str
    was_in: str
    commit_id: str
    found_at: datetime

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def list_drift(*, user: Principal, repository_id: uuid.UUID) -> QuerySet[MentionDrift]:
    """Stale names of a readable repository by file and line; see `drift_entry`.

    Raises `NotFoundError` or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = MentionDrift.objects.visible_to(user).filter(document__repository=repository)
    return (
        rows.select_related("document__repository")
        .defer("document__content")
        .order_by("document__path", "line", "name")
    )


def drift_entry(row: MentionDrift) -> DriftEntry:
    """A stored row as others see it; its document and repository must be loaded."""
    return DriftEntry(
        mark=repo_document_mark(row.document),
        file=row.document.path,
        title=row.document.title,
        line=row.line,
        name=row.name,
        was=row.qualified_name,
        kind=row.kind,
        was_in=row.symbol_path,
        commit_id=row.commit_id,
        found_at=row.found_at,
    )
