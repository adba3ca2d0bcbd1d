"""What somebody has saved: in all, by source, by token and by day."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal, acting_token
from apps.retrieval.models import GainSession, TokenGain
from apps.retrieval.readable import mark_of, readable_sources

PERIODS = ("session", "today", "week", "all")
MOST_DAYS = 60


@dataclass(frozen=True, slots=True)
class Saved:
    """Sums under one label: a source (with its mark), a token, or a day.

    ``calls`` counts the answers that had something of it.
    """

    label: str
    mark: str
    calls: int
    served_tokens: int
    file_tokens: int
    saved_tokens: int


@dataclass(frozen=True, slots=True)
class GainReport:
    """Tokens served and tokens of the whole files they came from, in a period."""

    period: str
    calls: int
    served_tokens: int
    file_tokens: int
    saved_tokens: int
    saved_percent: float
    sources: tuple[Saved, ...] = ()
    tokens: tuple[Saved, ...] = ()
    days: tuple[Saved, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        values = asdict(self)
        for name in ("sources", "tokens", "days"):
            values[name] = list(values[name])
        return values


def report_gain(*, user: Principal, period: str = "all") -> GainReport:
    """The user's own gain; a source that they can no longer read is in the sums without a name.

    ``session`` is the latest run of calls by the same token, or in the browser, without a pause of
    half an hour; a day is one in UTC, a week the last seven of them. Raises `InvalidRequestError`.
    """
    if period not in PERIODS:
        raise InvalidRequestError.for_field("period", f"Choose one of: {', '.join(PERIODS)}.")
    if period == "session":
        return session_report(user)
    rows = TokenGain.objects.own(user)
    today = timezone.now().date()
    if period != "all":
        rows = rows.filter(day__gt=today - timedelta(days=1 if period == "today" else 7))
    sources = {pk: (str(source), mark_of(source)) for pk, source in readable_sources(user).items()}
    by_source = sums(rows, "source_id")
    by_day = sums(rows, "day")
    served, whole = (sum(row[name] for row in by_day) for name in ("served", "whole"))
    return totals(
        period,
        # A call with parts of two sources counts for each of them.
        calls=sum(row["calls"] for row in by_source),
        served=served,
        whole=whole,
        sources=tuple(
            saved(*sources[row["source_id"]], row)
            for row in by_source
            if row["source_id"] in sources
        ),
        tokens=tuple(
            saved(row["token__name"] or "In the browser", "", row)
            for row in sums(rows, "token", "token__name")
        ),
        days=tuple(saved(str(row["day"]), "", row) for row in latest(by_day)),
    )


def sums(rows: Any, *fields: str) -> list[dict[str, Any]]:
    """The sums of each group, the largest first."""
    grouped = rows.order_by().values(*fields)
    summed = grouped.annotate(calls=Sum("calls"), served=Sum("served"), whole=Sum("whole"))
    return sorted(summed, key=lambda row: (row["served"] - row["whole"], str(row[fields[0]])))


def latest(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The newest days first."""
    return sorted(rows, key=lambda row: row["day"], reverse=True)[:MOST_DAYS]


def saved(label: str, mark: str, row: dict[str, Any]) -> Saved:
    """One group."""
    served, whole = row["served"], row["whole"]
    return Saved(label, mark, row["calls"], served, whole, max(whole - served, 0))


def session_report(user: Principal) -> GainReport:
    """The sums of the latest run of calls, if it is not over."""
    if not user.pk or not user.is_active:
        return totals("session", calls=0, served=0, whole=0)
    rows = GainSession.objects.filter(user=user.pk, token=acting_token(user))
    row = rows.filter(last_at__gt=timezone.now() - timedelta(minutes=30)).first()
    if row is None:
        return totals("session", calls=0, served=0, whole=0)
    return totals("session", calls=row.calls, served=row.served, whole=row.whole)


def totals(period: str, *, calls: int, served: int, whole: int, **parts: Any) -> GainReport:
    """A report with what follows from its sums."""
    kept = max(whole - served, 0)
    percent = round(100 * kept / whole, 1) if whole else 0.0
    return GainReport(period, calls, served, whole, kept, percent, **parts)
