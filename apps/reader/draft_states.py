"""What the editor says of a draft: where it lies, and when a newer one stands in the way."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest
from django.utils.html import format_html

from apps.access.errors import DomainError
from apps.collections.models import Collection, Draft
from apps.collections.seen_drafts import StaleDraftError
from apps.reader.addresses import collection_url
from apps.reader.desk import Desk
from apps.reader.page_addresses import document_page_url
from apps.reader.writing import Writing


def new_page_url(collection: Collection, **query: object) -> str:
    """The editor of a new page, begun with a draft, a template or a key."""
    return f"{collection_url(collection, 'new_page')}?{urlencode(query)}"


def draft_url(desk: Desk, draft: Draft) -> str:
    """The editor that begins with this draft."""
    if draft.document is None:
        return new_page_url(desk.collection, draft=draft.pk)
    return document_page_url(desk.collection, draft.document, "edit", user=desk.user)


def draft_state(desk: Desk, writing: Writing, error: DomainError | None = None) -> dict[str, Any]:
    """For the template: the draft that the writing goes back to, and why it was not kept."""
    state: dict[str, Any] = {"draft_id": writing.draft_id, "draft_version": writing.draft_version}
    if error is not None:
        state["draft_error"] = error.message
    if isinstance(error, StaleDraftError):
        state["newer"] = error.newer
        state["is_stale"] = True
        state["newer_url"] = draft_url(desk, error.newer) if error.newer else desk.leave()
    return state


def tell_of_newer(request: HttpRequest, desk: Desk, draft: Draft | None) -> None:
    """Say on the next page that a draft which this tab had not seen is still there, if it is."""
    if draft is not None:
        text = 'A newer draft from another tab is kept. <a href="{}">See it</a>'
        messages.warning(request, format_html(text, draft_url(desk, draft)))
