"""A list takes as many queries for three rows as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.collections.models import Document, LinkState
from tests.cast import make_token
from tests.factories import (
    ChunkFactory,
    CollectionFactory,
    DocumentFactory,
    LinkFactory,
    write_document,
)

pytestmark = pytest.mark.django_db


def add_collection(collection):
    CollectionFactory(owner=collection.owner)


def add_document(collection):
    DocumentFactory(collection=collection)


def add_chunk(collection):
    ChunkFactory(document=Document.objects.filter(collection=collection).first())


def add_link(collection):
    document = Document.objects.filter(collection=collection).first()
    LinkFactory(document=document, target_document=document, state=LinkState.RESOLVED)


def add_jobs(collection):
    write_document(CollectionFactory(owner=collection.owner), "x.md", "Text.")


def add_token(collection):
    make_token(collection.owner)


def add_found(collection):
    number = Document.objects.count()
    write_document(collection, f"{number}.md", f"# Backup {number}\n\nRestore it.\n")


LISTS = [
    ("get", "/api/md-collections", None, add_collection),
    ("get", "/api/md-collections/{collection}/documents", None, add_document),
    ("get", "/api/md-collections/{collection}/documents/{document}/chunks", None, add_chunk),
    ("get", "/api/md-collections/{collection}/documents/{document}/links", None, add_link),
    ("get", "/api/md-collections/{collection}/links", None, add_link),
    ("get", "/api/md-collections/-/jobs", None, add_jobs),
    ("get", "/api/me/tokens", None, add_token),
    ("post", "/api/retrieve", {"query": "restore backup"}, add_found),
    ("post", "/api/md-collections/{collection}/search", {"query": "restore backup"}, add_found),
]


@pytest.mark.parametrize("case", LISTS, ids=[case[1] for case in LISTS])
def test_three_rows_take_the_queries_of_one(client, collection, case):
    method, path, body, add = case
    document = DocumentFactory(collection=collection)
    path = path.format(collection=collection.pk, document=document.pk)
    add(collection)
    # Once before counting: content types, the noted use of the token.
    shown = getattr(client, method)(path, body).json()
    with CaptureQueriesContext(connection) as one:
        assert getattr(client, method)(path, body).status_code == 200
    for _ in range(2):
        add(collection)
    # The tokens of a document are counted when it is served first.
    getattr(client, method)(path, body)
    with CaptureQueriesContext(connection) as three:
        more = getattr(client, method)(path, body).json()
    key = "items" if "items" in shown else "results"
    assert len(more[key]) > len(shown[key])
    assert len(three) == len(one), [query["sql"] for query in three.captured_queries]
