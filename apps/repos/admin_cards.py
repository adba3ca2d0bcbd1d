"""Repositories on the admin's first page."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Min, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince

from apps.access.admin_cards import Card, CardState, good_if_none
from apps.access.audiences import told_count
from apps.access.principals import Principal
from apps.repos.admin_filters import FAILING, LATE, NEVER
from apps.repos.models import Repository, RunStatus, SyncRun

# A worker that is busy is not behind.
PATIENCE = timedelta(hours=1)


def repository_cards(*, user: Principal) -> Iterator[Card]:
    """How many there are, how fresh their index is, which syncs fail; one query."""
    newest = SyncRun.objects.filter(repository=OuterRef("pk")).order_by("-started_at")
    rows = Repository.objects.visible_to(user).annotate(
        last_status=Subquery(newest.values("status")[:1])
    )
    late = Q(next_sync_at__lt=timezone.now() - PATIENCE)
    figures = rows.aggregate(
        total=Count("pk"),
        never=Count("pk", filter=Q(synced_at=None)),
        failing=Count("pk", filter=Q(last_status=RunStatus.ERROR)),
        late=Count("pk", filter=late),
        oldest=Min("synced_at"),
    )
    repositories = reverse("admin:repos_repository_changelist")
    never = figures["never"]
    yield Card(
        "Repositories",
        f"{figures['total']}",
        f"{never} never synced" if never else "all synced",
        f"{repositories}?index={NEVER}" if never else repositories,
        "Those never synced" if never else "All repositories",
        CardState.WARN if never else CardState.PLAIN,
    )
    oldest = figures["oldest"]
    yield Card(
        "Oldest index",
        timesince(oldest, depth=1) if oldest else "-",
        f"{told_count(figures['late'], 'sync')} behind schedule"
        if figures["late"]
        else "nothing behind schedule",
        f"{repositories}?index={LATE}" if figures["late"] else f"{repositories}?o=7",
        "Those behind" if figures["late"] else "Oldest first",
        good_if_none(figures["late"], CardState.WARN),
    )
    yield Card(
        "Failing syncs",
        f"{figures['failing']}",
        "repositories whose last sync failed",
        f"{repositories}?index={FAILING}",
        "Those that fail",
        good_if_none(figures["failing"], CardState.BAD),
    )
