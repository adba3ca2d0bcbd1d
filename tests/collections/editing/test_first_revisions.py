from importlib import import_module

import pytest
from django.db import connection

from apps.collections.models import Revision
from tests.factories import DocumentFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db


def test_documents_from_before_there_were_revisions_get_their_first_one(collection):
    author = UserFactory()
    old = DocumentFactory(collection=collection, version=7, updated_by=author, title="Old")
    DocumentFactory(collection=collection, source_key="nobody.md", version=1)
    write_document(collection, "new.md", "# New\n")
    statement = import_module("apps.collections.migrations.0005_first_revisions").FIRST
    for _time in range(2):
        with connection.cursor() as cursor:
            cursor.execute(statement)
    rows = Revision.objects.order_by("number", "source_key")
    assert list(rows.values_list("source_key", "number", "author_name", "kind")) == [
        ("new.md", 1, "operator", "created"),
        ("nobody.md", 1, "", "imported"),
        (old.source_key, 7, author.username, "imported"),
    ]
    assert Revision.objects.get(document=old).content == old.content
    assert Revision.objects.get(document=old).created_at == old.updated_at
