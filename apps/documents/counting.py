"""How many documents repositories hold."""

import uuid
from collections.abc import Iterable

from django.db.models import Count

from apps.access.principals import Principal
from apps.documents.models import RepoDocument


def count_documents(
    *, user: Principal, repository_ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, int]:
    """The number of indexed documents by repository; those without any are left out."""
    rows = RepoDocument.objects.visible_to(user).filter(repository__in=list(repository_ids))
    counted = rows.order_by().values_list("repository").annotate(number=Count("pk"))
    return dict(counted)
