"""Figures over the query log."""

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Aggregate, Count, FloatField
from django.utils import timezone

from apps.access.principals import Principal
from apps.retrieval.models import AskedQuestion, AskedStatus


class Percentile95(Aggregate):
    """The value that 95 of 100 stay below (PostgreSQL's ordered-set aggregate)."""

    function = "percentile_cont"
    template = "percentile_cont(0.95) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = FloatField()


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """How many questions were answered, and the 95th percentile of the time, in milliseconds."""

    questions: int
    p95: int | None


def answer_times(*, user: Principal, days: int) -> AnswerTimes:
    """Over the questions of the last days that the user may see, refused ones left out."""
    since = timezone.now() - timedelta(days=days)
    rows = AskedQuestion.objects.visible_to(user).filter(at__gte=since)
    found = rows.exclude(status=AskedStatus.ERROR).aggregate(
        questions=Count("pk"), p95=Percentile95("latency")
    )
    return AnswerTimes(found["questions"], None if found["p95"] is None else round(found["p95"]))
