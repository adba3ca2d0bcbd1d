"""The editor: what it shows, and what each of its buttons does."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe

from apps.access.errors import DomainError, ForbiddenError, NotFoundError, PreconditionFailedError
from apps.collections.catalogue import read_id
from apps.collections.documents import DocumentResult, DocumentState
from apps.collections.models import Draft
from apps.collections.seen_drafts import StaleDraftError
from apps.reader.addresses import page_url
from apps.reader.attaching import keep_sent_files, with_references
from apps.reader.conflicts import TAKEN, show_conflict
from apps.reader.desk import Desk
from apps.reader.draft_states import draft_state, draft_url, tell_of_newer
from apps.reader.errors import status_of
from apps.reader.pages import wants_partial
from apps.reader.submissions import add_errors
from apps.reader.writing import Writing, check_sent, plain_lines, whole_number

Button: TypeAlias = Callable[[HttpRequest, Desk, Writing], HttpResponse]


def work_on(request: HttpRequest, desk: Desk, begun: Writing) -> HttpResponse:
    """The editor with the writing to begin with, or the answer to a pressed button."""
    if request.method != "POST":
        return show(request, desk, begun)
    button = BUTTONS.get(request.POST.get("do", ""), publish)
    writing = Writing.of_post(request.POST, begun)
    try:
        check_sent(request.POST, is_new=desk.document is None)
        return button(request, desk, writing)
    except (NotFoundError, ForbiddenError):
        raise
    except DomainError as error:
        return show(request, desk, writing, error=error)


def beginning(desk: Desk) -> Writing:
    """A document's draft, or else its published text."""
    draft = desk.draft()
    return Writing.of_draft(draft) if draft else Writing.of_document(desk.page)


def show(
    request: HttpRequest, desk: Desk, writing: Writing, *, error: DomainError | None = None
) -> HttpResponse:
    """The whole page, with the preview of what is written; an error stands at its field.

    A part of the page that could not be renewed says why in its own place.
    """
    is_stale = isinstance(error, StaleDraftError)
    if error and wants_partial(request):
        told = draft_state(desk, writing, error)
        status = 409 if is_stale else 422
        return render(request, "reader/editing/_draft_state.html", told, status=status)
    form = writing.form()
    if error:
        add_errors(form, error)
    context: dict[str, Any] = {
        "collection": desk.collection,
        "document": desk.document,
        "action": desk.address,
        "form": form,
        **previewed(desk, writing),
        "draft": kept_draft(request, desk, writing),
        **draft_state(desk, writing, error if is_stale else None),
        "shows_preview": request.POST.get("do") == "preview" and not error,
    }
    status = status_of(error) if error else 200
    return render(request, "reader/editing/editor.html", context, status=status)


def kept_draft(request: HttpRequest, desk: Desk, writing: Writing) -> Draft | None:
    """The draft that the page begins with, to be told of; none after a button was pressed."""
    if request.method == "POST" or writing.draft_id is None:
        return None
    return desk.draft() if desk.document else desk.new_drafts().filter(pk=writing.draft_id).first()


def look(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """The page again with its preview rendered, or the preview and the problems alone."""
    if not wants_partial(request):
        return show(request, desk, writing)
    context = {**previewed(desk, writing), "is_part": True}
    return render(request, "reader/editing/_preview.html", context)


def previewed(desk: Desk, writing: Writing) -> dict[str, Any]:
    """The page as it would look, and what is wrong with it."""
    seen = desk.preview(writing)
    return {"prose": mark_safe(seen.html), "problems": seen.problems}  # noqa: S308  sanitised there


def keep(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """A draft, and back to the editor, or only the word that it is kept."""
    return tell_kept(request, desk, desk.keep(writing, unless_finished=True))


def keep_over(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """The same over the newer draft that the page has told of, and over no newer one."""
    told = replace(
        writing,
        draft_id=read_id(request.POST.get("newer", "")),
        draft_version=max(0, whole_number(request.POST.get("newer_version", ""))),
    )
    return tell_kept(request, desk, desk.keep(told))


def tell_kept(request: HttpRequest, desk: Desk, draft: Draft) -> HttpResponse:
    """Back to the editor, or only the word that the draft is kept and its version."""
    if wants_partial(request):
        context = {
            "draft_id": draft.pk,
            "draft_version": draft.version,
            "kept_at": draft.updated_at,
        }
        return render(request, "reader/editing/_draft_state.html", context)
    messages.success(request, "The draft is saved. Only you can see it.")
    return redirect(draft_url(desk, draft))


def attach(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """The page again with the files it came with in its text, or their references alone."""
    attached = keep_sent_files(request, desk, writing)
    if wants_partial(request):
        return JsonResponse(attached.as_dict())
    for problem in attached.problems:
        messages.error(request, f"{problem} Your text is still here.")
    if not (attached.references or attached.problems):
        messages.warning(request, "No file was chosen.")
    return show(request, desk, with_references(writing, attached.references))


def publish(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """The published page, or the conflict page when somebody saved in between."""
    try:
        result = desk.publish(writing)
    except PreconditionFailedError:
        if desk.document is None:
            return show(request, desk, writing, error=TAKEN)
        return show_conflict(request, desk, writing)
    messages.success(request, outcome(result))
    tell_of_newer(request, desk, desk.left(writing, result))
    return redirect(page_url(desk.collection, result.source_key, str(result.document_id)))


def merge(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """Publish what the author made of both texts."""
    result = plain_lines(request.POST.get("result", ""))
    return publish(request, desk, replace(writing, content=result))


def discard(request: HttpRequest, desk: Desk, writing: Writing) -> HttpResponse:
    """Throw the draft away and go to what is published."""
    newer = desk.drop(writing)
    if newer is None:
        messages.success(request, "Your draft is thrown away.")
    tell_of_newer(request, desk, newer)
    return redirect(desk.leave())


def outcome(result: DocumentResult) -> str:
    """What became of a published page."""
    if result.state is DocumentState.UNCHANGED:
        return "Nothing had changed, so there is no new version."
    return f"Published as version {result.version}. It can be found in a moment."


BUTTONS: dict[str, Button] = {
    "attach": attach,
    "preview": look,
    "draft": keep,
    "draft-over": keep_over,
    "publish": publish,
    "merge": merge,
    "discard": discard,
}
