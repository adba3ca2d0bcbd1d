"""Which graph a mark means, and where in it to look."""

from dataclasses import dataclass

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.collections.catalogue import find_collection
from apps.collections.models import Collection, Document
from apps.documents.locating import locate_document, locate_section
from apps.documents.marks import repo_path_mark, repo_section_mark, repository_mark
from apps.repos.catalogue import marked_repository
from apps.repos.code.finding import find_symbols_named, symbol_mark
from apps.repos.models import Repository
from apps.retrieval.graph.collections import collection_graph
from apps.retrieval.graph.graph import Graph, Wanted
from apps.retrieval.graph.repositories import repository_graph
from apps.retrieval.packs.chunks import chunks_by_id
from apps.retrieval.packs.texts import name_of
from apps.text.marks import ChunkMark, CollectionMark, MarkError, RepoMark, SymbolMark, parse_mark


@dataclass(frozen=True, slots=True)
class GraphPlace:
    """A source, a mark that means it and no other, and what of it is looked at.

    ``file`` is a path or key, or empty; ``focus`` the id of a node, or empty.
    """

    source: Collection | Repository
    scope: str
    file: str = ""
    focus: str = ""


def find_place(*, user: Principal, mark: str) -> GraphPlace:
    """The place of any mark. Raises `NotFoundError`, also for what is no mark."""
    try:
        parsed = parse_mark(mark)
    except MarkError:
        raise NotFoundError from None
    match parsed:
        case CollectionMark():
            return place_in_collection(user, parsed)
        case RepoMark():
            return place_in_repository(user, parsed)
        case SymbolMark(qualified_name=name):
            repository = marked_repository(user=user, mark=parsed)
            found = find_symbols_named(user=user, repository=repository, name=name).first()
            focus = symbol_mark(found, repository) if found else ""
            return GraphPlace(repository, repository_mark(repository), focus=focus)
        case ChunkMark(id=pk):
            if chunk := chunks_by_id(user=user, ids=[pk]).get(pk):
                return place_of_document(chunk.document, name_of(chunk))
    raise NotFoundError


def place_in_collection(user: Principal, mark: CollectionMark) -> GraphPlace:
    """A collection, a document of it, or a section."""
    collection = find_collection(user=user, name=mark.name)
    scope = scope_of(collection)
    if mark.source_key is None:
        return GraphPlace(collection, scope)
    rows = Document.objects.filter(collection=collection)
    key = rows.find(user=user, source_key=mark.source_key).source_key
    focus = str(CollectionMark(collection.name, key, mark.anchor))
    return GraphPlace(collection, scope, key, focus)


def scope_of(collection: Collection) -> str:
    """The mark by its id, which no other collection of that name answers to."""
    return str(CollectionMark(str(collection.pk)))


def place_in_repository(user: Principal, mark: RepoMark) -> GraphPlace:
    """A repository, a document of it, or a section; old addresses lead to those of today."""
    repository = marked_repository(user=user, mark=mark)
    scope = repository_mark(repository)
    if mark.path is None:
        return GraphPlace(repository, scope)
    if mark.section_id is None:
        path = locate_document(user=user, repository=repository, path=mark.path).document.path
        return GraphPlace(repository, scope, path, repo_path_mark(repository, path))
    place = locate_section(user=user, repository=repository, section_id=mark.section_id)
    place.document.repository = repository
    focus = repo_section_mark(place.document, place.section.address)
    return GraphPlace(repository, scope, place.document.path, focus)


def place_of_document(document: object, name: str) -> GraphPlace:
    """The document of a chunk."""
    if isinstance(document, Document):
        collection = document.collection
        scope = scope_of(collection)
        return GraphPlace(collection, scope, name, str(CollectionMark(collection.name, name)))
    repository = document.repository  # type: ignore[attr-defined]
    return GraphPlace(
        repository, repository_mark(repository), name, repo_path_mark(repository, name)
    )


def draw_graph(*, user: Principal, place: GraphPlace, wanted: Wanted) -> Graph:
    """The graph of a place with what is wanted in it beside."""
    marks = wanted.marks | ({place.focus} if place.focus else set())
    wishes = Wanted(place.file, wanted.documents, marks)
    if isinstance(place.source, Collection):
        return collection_graph(user=user, collection=place.source, wanted=wishes)
    return repository_graph(user=user, repository=place.source, wanted=wishes)
