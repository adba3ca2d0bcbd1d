"""Two people saved one page: theirs, yours, and what shall stand."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.access.errors import ConflictError, FieldError, NotFoundError
from apps.collections.models import Revision
from apps.collections.revisions import read_revision
from apps.collections.seen_drafts import StaleDraftError
from apps.reader.desk import Desk
from apps.reader.draft_states import draft_url
from apps.reader.writing import Writing, plain_lines
from apps.text.differences import compare_texts
from apps.text.merging import MergedText, merge_texts

TAKEN_REASON = "There is a page with this key already. Choose another key, or edit that page."
TAKEN = ConflictError(TAKEN_REASON, field_errors=[FieldError("source_key", TAKEN_REASON)])


def show_conflict(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """The page with both texts and the choices (409); nothing is stored but a draft.

    A newer draft from another tab stays as it is, and the page tells of it.
    """
    newer_url = ""
    try:
        writing = writing.kept_as(desk.keep(writing))
    except StaleDraftError as error:
        newer_url = draft_url(desk, error.newer) if error.newer else ""
    document = desk.page
    document.refresh_from_db()
    theirs = plain_lines(document.content)
    context = {
        "collection": desk.collection,
        "document": document,
        "action": desk.address,
        "writing": writing,
        "newer_url": newer_url,
        "revision": revision_of(desk, document.version),
        "theirs": theirs,
        "difference": compare_texts(theirs, writing.content, context=None),
        "merged": merged(desk, writing, theirs),
    }
    return render(request, "reader/editing/conflict.html", context, status=409)


def merged(desk: Desk, writing: Writing, theirs: str) -> MergedText:
    """Both edits in one text; without the text that both began with, the author's own."""
    base = revision_of(desk, writing.base_version)
    if base is None:
        return MergedText(writing.content, 0)
    return merge_texts(plain_lines(base.content), theirs, writing.content)


def revision_of(desk: Desk, number: int) -> Revision | None:
    """A revision of the document in work, None if there is no such."""
    try:
        return read_revision(user=desk.user, document_id=desk.page.pk, number=number)
    except NotFoundError:
        return None
