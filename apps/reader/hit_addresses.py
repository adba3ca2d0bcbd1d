"""The pages that hits lead to: rows are looked up, since names can be shared."""

from collections.abc import Iterable
from urllib.parse import quote

from apps.access.principals import Principal
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.reader.addresses import document_url
from apps.reader.lookups import readable_collections
from apps.reader.repos.addresses import repo_code_url, repo_page_url
from apps.repos.models import Repository
from apps.retrieval.hits import Hit

NAMES = ("host", "namespace", "name")


class HitPages:
    """The pages of some hits, with a fixed number of lookups for all of them."""

    def __init__(self, user: Principal, hits: Iterable[Hit]) -> None:
        found = list(hits)
        self._documents = collection_documents(user, of_kind(found, "collection"))
        self._pages = repository_documents(user, of_kind(found, "repository"))
        self._repositories = repositories(user, of_kind(found, "symbol"))

    def url(self, hit: Hit) -> str:
        """The page of a hit, at its section or its lines; empty when it is gone meanwhile."""
        if hit.provenance["kind"] == "symbol":
            repository = self._repositories.get(hit.provenance["label"])
            return symbol_url(repository, hit) if repository else ""
        if page := self._pages.get(hit.document_id):
            return repo_page_url(page.repository, page.slug, hit.section_anchor)
        if document := self._documents.get(hit.document_id):
            return document_url(document.collection, document, hit.section_anchor)
        return ""


def of_kind(hits: Iterable[Hit], kind: str) -> list[Hit]:
    """The hits of one kind."""
    return [hit for hit in hits if hit.provenance["kind"] == kind]


def collection_documents(user: Principal, hits: list[Hit]) -> dict[str, Document]:
    """Documents of collections by id, with collections that know whether they have namesakes."""
    rows = Document.objects.visible_to(user).filter(pk__in={hit.document_id for hit in hits})
    documents = {str(row.pk): row for row in rows.only("source_key", "collection_id")}
    owners = readable_collections(user).in_bulk({row.collection_id for row in documents.values()})
    for document in documents.values():
        document.collection = owners[document.collection_id]
    return documents


def repository_documents(user: Principal, hits: list[Hit]) -> dict[str, RepoDocument]:
    """Documents of repositories by id."""
    if not hits:
        return {}
    rows = RepoDocument.objects.visible_to(user).filter(pk__in={hit.document_id for hit in hits})
    narrow = rows.select_related("repository")
    return {
        str(row.pk): row for row in narrow.only("slug", *(f"repository__{name}" for name in NAMES))
    }


def repositories(user: Principal, hits: list[Hit]) -> dict[str, Repository]:
    """The repositories of symbols by slug."""
    if not hits:
        return {}
    parts = [hit.provenance["label"].split("/") for hit in hits]
    names = {f"{NAMES[place]}__in": {one[place] for one in parts} for place in range(3)}
    rows = Repository.objects.visible_to(user).filter(**names)
    return {row.slug: row for row in rows.only(*NAMES)}


def symbol_url(repository: Repository, hit: Hit) -> str:
    """The lines of a symbol, beside what the documentation says about it."""
    place = hit.provenance
    url = repo_code_url(repository, place["document"], place["start_line"], place["end_line"])
    path, _, line = url.partition("#")
    return f"{path}&symbol={quote(hit.title, safe='')}#{line}"
