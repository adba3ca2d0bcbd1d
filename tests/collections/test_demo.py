import pytest

from apps.access.querysets import Visibility
from apps.collections.demo import load_demo
from apps.collections.models import Collection, Document, Link
from apps.collections.resolve import resolve_collection
from tests.factories import AdminFactory

pytestmark = pytest.mark.django_db


def test_the_demo_is_public_owned_by_the_first_admin_and_loads_twice():
    admin = AdminFactory()
    load_demo()
    before = list(Document.objects.values_list("pk", "version"))
    load_demo()
    assert list(Document.objects.values_list("pk", "version")) == before
    collections = Collection.objects.with_counts()
    assert [(one.name, one.owner, one.visibility) for one in collections] == [
        ("Harbour operations", admin, Visibility.PUBLIC),
        ("On-call handbook", admin, Visibility.PUBLIC),
    ]
    assert all(one.description and one.document_count >= 5 for one in collections)


def test_every_link_of_the_demo_leads_somewhere_but_the_page_still_to_be_written():
    load_demo()
    for collection in Collection.objects.all():
        resolve_collection(collection_id=collection.pk)
    assert list(Link.objects.unresolved().values_list("href", flat=True)) == [
        "Winter timetable change"
    ]
    assert not Document.objects.exclude(front_matter_error="").exists()
