"""The sources a visitor can choose from, as the search page offers them."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.access.principals import Principal
from apps.collections.models import Collection
from apps.documents.marks import repository_mark
from apps.reader.addresses import collection_part
from apps.reader.lookups import readable_collections
from apps.repos.models import Repository
from apps.text.marks import CollectionMark


@dataclass(frozen=True, slots=True)
class SourceChoice:
    """One source to search in: its id and mark, its name, and whether it is chosen."""

    id: UUID
    mark: str
    label: str
    kind: str
    is_chosen: bool = False


def source_choices(user: Principal, chosen: Sequence[str] = ()) -> list[SourceChoice]:
    """Everything the user can read, collections first, those with a chosen mark told apart."""
    found = [
        (row.pk, collection_choice_mark(row), row.name, "collection")
        for row in readable_collections(user)
    ]
    found += [
        (row.pk, repository_mark(row), row.slug, "repository")
        for row in Repository.objects.visible_to(user)
    ]
    return [
        SourceChoice(pk, mark, label, kind, is_chosen=mark in chosen)
        for pk, mark, label, kind in found
    ]


def collection_choice_mark(collection: Collection) -> str:
    """The mark to search one collection by; by its UUID where the name does not identify it."""
    has_namesake = getattr(collection, "has_namesake", False)
    return str(CollectionMark(str(collection.pk) if has_namesake else collection.name))


def search_mark(collection: Collection) -> str:
    """The mark of a collection that was found by an address, which is itself name or UUID."""
    return str(CollectionMark(collection_part(collection)))
