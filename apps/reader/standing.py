"""Pages below a document's address stand aside for a document of that very key."""

import unicodedata
from collections.abc import Callable
from functools import wraps
from typing import TypeAlias

from django.http import HttpRequest, HttpResponseBase

from apps.access.errors import NotFoundError
from apps.collections.models import Collection, Document
from apps.reader.lookups import addressed_collection
from apps.reader.pages import ask_for_login, page
from apps.reader.views.documents import show

KeyView: TypeAlias = Callable[[HttpRequest, str, str], HttpResponseBase]


def page_below(
    name: str, *methods: str, members_only: bool = False
) -> Callable[[KeyView], KeyView]:
    """Make a view of a collection's name and a document's key the page ``…/name`` below it.

    A document whose own key is ``KEY/name`` is shown instead, to whoever can read it.
    """

    def decorate(view: KeyView) -> KeyView:
        @page(*methods)
        @wraps(view)
        def chosen(request: HttpRequest, collection: str, key: str) -> HttpResponseBase:
            standing = standing_document(request, collection, f"{key}/{name}")
            if standing is not None:
                return show(request, *standing)
            if members_only and not request.user.is_authenticated:
                return ask_for_login(request)
            return view(request, collection, key)

        return chosen

    return decorate


def standing_document(
    request: HttpRequest, name: str, key: str
) -> tuple[Collection, Document] | None:
    """The document of exactly this key with its collection; None when missing or hidden."""
    try:
        collection = addressed_collection(request, name)
    except NotFoundError:
        return None
    rows = Document.objects.visible_to(request.user).filter(collection=collection)
    document = rows.filter(source_key=unicodedata.normalize("NFC", key)).first()
    return (collection, document) if document else None
