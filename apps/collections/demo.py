"""The demo: two small collections of an invented operations team, loaded on the first run."""

from pathlib import Path

from django.conf import settings

from apps.access.models import User
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.collections.catalogue import update_collection
from apps.collections.importing import import_path, named_collection

DEMO_COLLECTIONS = (
    (
        "Harbour operations",
        "runbooks",
        "Runbooks, decisions and the glossary of the team that keeps the harbour's systems going.",
    ),
    (
        "On-call handbook",
        "handbook",
        "How on-call works: the rota, severities, handovers and what happens after an incident.",
    ),
)


def load_demo() -> None:
    """Import the demo's collections as public ones, owned by the first admin; safe to repeat."""
    owner = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    for name, folder, description in DEMO_COLLECTIONS:
        import_path(
            path=demo_folder() / folder, name=name, visibility=Visibility.PUBLIC, owner=owner
        )
        collection = named_collection(name, owner)
        update_collection(user=operator(), collection_id=collection.pk, description=description)


def demo_folder() -> Path:
    """Where the demo's documents lie."""
    return Path(settings.BASE_DIR) / "fixtures" / "demo"
