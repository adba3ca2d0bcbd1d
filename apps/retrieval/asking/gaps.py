"""What people ask that the documentation does not answer."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.models import Collection
from apps.retrieval.asking.history import names_of
from apps.retrieval.models import AskedQuestion, AskedStatus

EVERYWHERE = "everywhere"


@dataclass(frozen=True, slots=True)
class Gap:
    """A question, how often it was asked, and of which sources, as far as they can be read.

    ``empty`` counts the times that nothing was found; the other times what was found was weak.
    ``writable`` are the collections among the sources in which the viewer may write the answer.
    """

    text: str
    times: int
    empty: int
    people: int
    last_asked: datetime
    sources: tuple[str, ...]
    writable: tuple[UUID, ...]


def gap_groups(
    *, user: Principal, days: int, source: UUID | str | None = None
) -> QuerySet[AskedQuestion, dict[str, Any]]:
    """The unanswered questions that the user may see, by normalised text, most asked first.

    ``source`` narrows to those that named this source, or (`EVERYWHERE`) named none.
    """
    since = timezone.now() - timedelta(days=days)
    rows = AskedQuestion.objects.visible_to(user).unanswered().filter(at__gte=since)
    if source == EVERYWHERE:
        rows = rows.filter(sources=[])
    elif source is not None:
        rows = rows.filter(sources__contains=[source])
    groups = (
        rows.order_by()
        .values("normal")
        .annotate(
            text=Max("text"),
            times=Count("pk"),
            empty=Count("pk", filter=Q(status=AskedStatus.EMPTY)),
            people=Count("user", distinct=True),
            last_asked=Max("at"),
        )
    )
    return groups.order_by("-times", "-last_asked", "normal")  # type: ignore[return-value]


def describe_gaps(*, user: Principal, groups: list[dict[str, Any]], days: int) -> list[Gap]:
    """The groups of one page with the sources that were asked."""
    since = timezone.now() - timedelta(days=days)
    normals = [group["normal"] for group in groups]
    rows = AskedQuestion.objects.visible_to(user).unanswered()
    asked: dict[str, dict[UUID, None]] = defaultdict(dict)
    for normal, sources in rows.filter(normal__in=normals, at__gte=since).values_list(
        "normal", "sources"
    ):
        asked[normal] |= dict.fromkeys(sources)
    ids = {pk for found in asked.values() for pk in found}
    names = names_of(user=user, ids=ids)
    writable = Collection.objects.allowing(user, Action.WRITE).filter(pk__in=ids)
    may_write = set(writable.values_list("pk", flat=True)) if ids else set()
    return [
        Gap(
            text=group["text"],
            times=group["times"],
            empty=group["empty"],
            people=group["people"],
            last_asked=group["last_asked"],
            sources=tuple(names[pk] for pk in asked[group["normal"]] if pk in names),
            writable=tuple(pk for pk in asked[group["normal"]] if pk in may_write),
        )
        for group in groups
    ]


def asked_sources(*, user: Principal, days: int) -> list[tuple[UUID, str]]:
    """The readable sources that unanswered questions named, by name."""
    since = timezone.now() - timedelta(days=days)
    rows = AskedQuestion.objects.visible_to(user).unanswered().filter(at__gte=since)
    lists = rows.exclude(sources=[]).order_by().values_list("sources", flat=True).distinct()
    names = names_of(user=user, ids={pk for ids in lists[:1000] for pk in ids})
    return sorted(names.items(), key=lambda pair: pair[1].casefold())
