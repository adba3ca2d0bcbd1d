"""Every stored change becomes a revision, in the transaction of the change and in one COPY."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from apps.access.copying import copy_rows
from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.collections.models import Document, Revision, RevisionKind

LONGEST_MESSAGE = 300
REVISION_COLUMNS = (
    *("document", "number", "source_key", "title", "given_title", "content", "content_hash"),
    *("author", "author_name", "message", "kind", "created_at"),
)


@dataclass(frozen=True, slots=True)
class Cause:
    """Why documents are written: the kind of revision, None for created or edited, as it comes."""

    kind: RevisionKind | None = None
    message: str = ""

    def kind_for(self, document: Document) -> RevisionKind:
        """The kind of the revision that the document's row, as it stands, makes."""
        if self.kind is not None:
            return self.kind
        return RevisionKind.CREATED if document.version == 1 else RevisionKind.EDITED


IMPORT = Cause(RevisionKind.IMPORTED)
EDIT = Cause()


def check_message(raw: str) -> str:
    """The message as it is stored, on one line. Raises `InvalidRequestError` when too long."""
    message = " ".join(raw.replace("\0", " ").split()).encode("utf-8", "replace").decode()
    if len(message) > LONGEST_MESSAGE:
        reason = f"The message is longer than {LONGEST_MESSAGE} characters."
        raise InvalidRequestError.for_field("message", reason)
    return message


def store_revisions(documents: Iterable[Document], *, user: Principal, cause: Cause) -> None:
    """Write one revision for each document as its row stands now."""
    copy_rows(Revision, REVISION_COLUMNS, revision_rows(documents, user=user, cause=cause))


def revision_rows(
    documents: Iterable[Document], *, user: Principal, cause: Cause
) -> Iterator[tuple[object, ...]]:
    """Rows of `REVISION_COLUMNS`."""
    name = user.get_username() or "anonymous"
    for document in documents:
        yield (
            *(document.pk, document.version, document.source_key, document.title),
            *(document.given_title, document.content, document.content_hash, user.pk, name),
            *(cause.message, cause.kind_for(document).value, document.updated_at),
        )
