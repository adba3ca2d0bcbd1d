"""Factories for rows that tests stand on. Documents that must be searchable come from the services.

Factories write rows only; `write_document` takes text in as the product does, with chunks, links
and search entries.
"""

import factory
from django.contrib.auth.models import Group

from apps.access.models import User
from apps.access.principals import operator
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.ingest import ingest_document
from apps.collections.models import Chunk, Collection, Document, Link, LinkState, LinkType


class UserFactory(factory.django.DjangoModelFactory):
    """A person without a password."""

    class Meta:
        model = User

    username = factory.Sequence(lambda number: f"person-{number}")
    email = factory.LazyAttribute(lambda person: f"{person.username}@example.org")


class AdminFactory(UserFactory):
    """An active superuser."""

    username = factory.Sequence(lambda number: f"admin-{number}")
    is_staff = True
    is_superuser = True


class GroupFactory(factory.django.DjangoModelFactory):
    """A group; `members=[…]` puts people in it."""

    class Meta:
        model = Group
        skip_postgeneration_save = True

    name = factory.Sequence(lambda number: f"group-{number}")

    @factory.post_generation
    def members(self, create, people):
        if create and people:
            self.user_set.add(*people)


class CollectionFactory(factory.django.DjangoModelFactory):
    """A private collection with an owner of its own."""

    class Meta:
        model = Collection

    name = factory.Sequence(lambda number: f"Collection {number}")
    owner = factory.SubFactory(UserFactory)


class DocumentFactory(factory.django.DjangoModelFactory):
    """A bare document row: no chunks, no links."""

    class Meta:
        model = Document

    collection = factory.SubFactory(CollectionFactory)
    source_key = factory.Sequence(lambda number: f"page-{number}.md")
    title = factory.Sequence(lambda number: f"Page {number}")
    format = "markdown"
    content = factory.LazyAttribute(lambda document: f"# {document.title}\n\nA few words.\n")
    content_hash = factory.Sequence(lambda number: f"{number:064x}")
    size = factory.LazyAttribute(lambda document: len(document.content.encode()))
    fingerprint = "factory"


class ChunkFactory(factory.django.DjangoModelFactory):
    """A bare chunk row."""

    class Meta:
        model = Chunk

    document = factory.SubFactory(DocumentFactory)
    chunk_index = factory.Sequence(lambda number: number)
    content = "A few words."
    start_line = 1
    end_line = 1


class LinkFactory(factory.django.DjangoModelFactory):
    """A link that nobody has resolved yet."""

    class Meta:
        model = Link

    document = factory.SubFactory(DocumentFactory)
    text = "elsewhere"
    href = factory.Sequence(lambda number: f"elsewhere-{number}.md")
    line = 1
    link_type = LinkType.MARKDOWN
    state = LinkState.PENDING


def write_document(
    collection: Collection, source_key: str, text: str | bytes, *, user=None, title=None, **options
) -> DocumentResult:
    """Take one document in by the real service, as the operator unless a user is named."""
    return ingest_document(
        user=user or operator(),
        collection_id=collection.pk,
        document=IncomingDocument(source_key, text, title),
        **options,
    )
