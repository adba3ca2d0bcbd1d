import dataclasses

import pytest

from apps.access.models import User
from apps.access.principals import operator
from apps.collections.catalogue import create_collection
from apps.collections.ingest import IncomingDocument, ingest_batch
from apps.jobs.models import Job
from apps.jobs.runner import run_job
from apps.retrieval.embedding import embedder
from tests.retrieval.hashing import HashingEmbedder


@pytest.fixture(autouse=True)
def hashing(settings, monkeypatch):
    """Vectors come from the small hashing embedder."""
    options = dataclasses.replace(settings.PRESSMARK.embedding, provider="hashing", model="words")
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)
    monkeypatch.setitem(embedder.EMBEDDERS, "hashing", "tests.retrieval.hashing.HashingEmbedder")
    monkeypatch.setattr(HashingEmbedder, "texts_seen", [])
    embedder.load_embedder.cache_clear()
    yield HashingEmbedder
    embedder.load_embedder.cache_clear()


@pytest.fixture
def switch_model(settings):
    """Ask for another embedding model, as an operator does by a setting."""

    def switch(provider: str, model: str = "") -> None:
        options = dataclasses.replace(settings.PRESSMARK.embedding, provider=provider, model=model)
        settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, embedding=options)

    return switch


@pytest.fixture
def reader(db):
    return User.objects.create_user("reader")


@pytest.fixture
def make_collection(db):
    """A collection with documents given as key=text."""

    def make(name, documents, *, owner=None, visibility="private"):
        collection = create_collection(
            user=operator(), name=name, owner=owner, visibility=visibility
        )
        fill(collection, documents)
        return collection

    return make


def fill(collection, documents):
    incoming = [IncomingDocument(key, text) for key, text in documents.items()]
    return ingest_batch(user=operator(), collection_id=collection.pk, documents=incoming)


def run_jobs(kind="embed"):
    """Run the queued jobs of a kind, as a worker would."""
    for job in Job.objects.filter(kind=kind, status="queued"):
        run_job(str(job.pk))
