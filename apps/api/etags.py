"""Versions of documents in HTTP's own words (RFC 9110, sections 8.8 and 13)."""

import uuid

from django.utils.http import parse_etags
from rest_framework.request import Request

from apps.access.errors import PreconditionFailedError
from apps.collections.building import current_fingerprint
from apps.collections.documents import DocumentResult
from apps.collections.models import Document

CHANGED = "The stored version is another one than the request names. Read it again first."


def etag_of(document: Document) -> str:
    """A strong tag: changes with the text, the title, and how the text is parsed and chunked."""
    return make_etag(document.pk, document.version, document.fingerprint)


def etag_of_result(result: DocumentResult) -> str:
    """The tag of a document as an ingest has left it; there must be one."""
    assert result.document_id is not None
    return make_etag(result.document_id, result.version, current_fingerprint())


def make_etag(document_id: uuid.UUID, version: int, fingerprint: str) -> str:
    """The parts in one quoted tag; the id keeps a document made anew from passing for the old."""
    return f'"{document_id.hex}.{version}.{fingerprint[:12]}"'


def expected_version(request: Request, document: Document | None) -> int | None:
    """The version that ``If-Match`` and ``If-None-Match`` of a write allow; 0 for "none yet".

    None when the request has neither. Raises `PreconditionFailedError` when ``document``, as it is
    stored now, already fails them.
    """
    wanted, unwanted = request.headers.get("If-Match"), request.headers.get("If-None-Match")
    if wanted is not None:
        if document is None or not names(wanted, document):
            raise PreconditionFailedError(CHANGED)
        return document.version
    if unwanted is not None:
        if document is not None and names(unwanted, document):
            raise PreconditionFailedError(CHANGED)
        return document.version if document else 0
    return None


def names(header: str, document: Document) -> bool:
    """Whether a list of tags has the document's own, or the star that stands for any."""
    tags = parse_etags(header)
    return "*" in tags or etag_of(document) in tags
