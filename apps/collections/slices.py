"""One slice of an ingest: what is stored is looked up once, what changed is written once."""

import uuid
from collections.abc import Sequence
from itertools import chain

from django.db import DatabaseError

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.collections.building import BuiltDocument, build_document, current_fingerprint
from apps.collections.checking import CheckedDocument
from apps.collections.documents import DocumentResult, DocumentState
from apps.collections.history import IMPORT
from apps.collections.models import Attachment, Document
from apps.collections.writing import differs, write_documents

# Classes of SQLSTATE (PostgreSQL manual, appendix A): data exception, integrity constraint
# violation, program limit exceeded.
REFUSALS = ("22", "23", "54")


def ingest_slice(
    items: Sequence[CheckedDocument | DocumentResult],
    *,
    user: Principal,
    collection_id: uuid.UUID,
    is_rebuild: bool,
) -> list[DocumentResult]:
    """Take in one slice: what is unchanged costs a hash, the rest goes into one transaction."""
    results: dict[int, DocumentResult] = {}
    keys = [one.source_key for one in items if isinstance(one, CheckedDocument)]
    stored = stored_documents(collection_id, keys)
    built: list[BuiltDocument] = []
    places: dict[str, int] = {}
    for place, one in enumerate(items):
        if isinstance(one, DocumentResult):
            results[place] = one
            continue
        found = stored.get(one.source_key)
        if found is not None and is_current(found, one):
            results[place] = unchanged(found)
            continue
        try:
            built.append(build_document(one))
        except DomainError as error:
            results[place] = DocumentResult.for_error(one.source_key, error)
        else:
            places[one.source_key] = place
    for result in write_or_split(
        built, user=user, collection_id=collection_id, is_rebuild=is_rebuild
    ):
        results[places[result.source_key]] = result
    return [results[place] for place in sorted(results)]


def write_or_split(
    built: Sequence[BuiltDocument], *, user: Principal, collection_id: uuid.UUID, is_rebuild: bool
) -> list[DocumentResult]:
    """Write all in one transaction; when the database refuses it, find the guilty one by one."""
    if not built:
        return []
    try:
        return write_documents(
            user=user,
            collection_id=collection_id,
            built=built,
            is_rebuild=is_rebuild,
            cause=IMPORT,
        )
    except DatabaseError as error:
        if not blames_document(error):
            raise
        if len(built) == 1:
            reason = f"The database refused this document: {str(error).splitlines()[0]}"
            return [DocumentResult.refused(built[0].checked.source_key, "REFUSED", reason[:500])]
    single = (
        write_or_split([one], user=user, collection_id=collection_id, is_rebuild=is_rebuild)
        for one in built
    )
    return list(chain.from_iterable(single))


def blames_document(error: DatabaseError) -> bool:
    """Whether the database refused what it was given, as opposed to being away or out of date."""
    state: str = getattr(error.__cause__, "sqlstate", None) or ""
    return state.startswith(REFUSALS)


def stored_documents(collection_id: uuid.UUID, keys: Sequence[str]) -> dict[str, Document]:
    """What is stored under these keys, without the texts."""
    rows = Document.objects.filter(collection=collection_id, source_key__in=keys).with_counts()
    narrow = rows.only(
        *("id", "source_key", "title", "given_title", "content_hash", "version"),
        *("fingerprint", "note", "is_truncated"),
    )
    return {document.source_key: document for document in narrow}


def stored_keys(collection_id: uuid.UUID) -> set[str]:
    """The keys of all documents and files of a collection."""
    documents, attachments = (
        model.objects.filter(collection=collection_id)
        .order_by()
        .values_list("source_key", flat=True)
        for model in (Document, Attachment)
    )
    return set(documents.union(attachments, all=True))


def is_current(document: Document, checked: CheckedDocument) -> bool:
    """Whether nothing is to be done: same text, same title, built by the present code."""
    if differs(document, checked.content_hash, checked.given_title):
        return False
    return document.fingerprint == current_fingerprint()


def unchanged(document: Document) -> DocumentResult:
    """The result for a document that was left alone."""
    return DocumentResult(
        source_key=document.source_key,
        state=DocumentState.UNCHANGED,
        document_id=document.pk,
        title=document.title,
        chunk_count=document.chunk_count or 0,  # type: ignore[attr-defined]
        version=document.version,
        note=document.note,
        is_truncated=document.is_truncated,
    )
