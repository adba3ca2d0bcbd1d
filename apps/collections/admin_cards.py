"""Collections on the admin's first page."""

from collections.abc import Iterator

from django.db.models import Count
from django.urls import reverse
from django.utils import timezone

from apps.access.admin_cards import Card, CardState, good_if_none
from apps.access.audiences import told_count
from apps.access.principals import Principal
from apps.collections.models import Collection, Document, Link


def collection_cards(*, user: Principal) -> Iterator[Card]:
    """Collections, broken links, overdue reviews; four queries."""
    collections = Collection.objects.visible_to(user).count()
    documents = Document.objects.visible_to(user)
    pages = reverse("admin:collections_document_changelist")
    yield Card(
        "Collections",
        f"{collections}",
        told_count(documents.count(), "document"),
        reverse("admin:collections_collection_changelist"),
        "All collections",
    )
    links = Link.objects.visible_to(user).broken()
    broken = links.aggregate(links=Count("pk"), pages=Count("document", distinct=True))
    yield Card(
        "Broken links",
        f"{broken['links']}",
        f"on {told_count(broken['pages'], 'page')}" if broken["links"] else "every link leads on",
        f"{pages}?attention=broken",
        "Pages with broken links",
        good_if_none(broken["links"], CardState.WARN),
    )
    overdue = documents.overdue(timezone.localdate()).count()
    yield Card(
        "Overdue reviews",
        f"{overdue}",
        "pages to be read over",
        f"{pages}?attention=overdue",
        "Overdue pages",
        good_if_none(overdue, CardState.WARN),
    )
