from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.documents.shelf import repository_shelf
from apps.reader.listing import filter_text, page_of
from apps.reader.pages import page, wants_partial
from apps.repos.adding import may_add

CARDS = 60


@page()
def shelf(request: HttpRequest) -> HttpResponse:
    """The repositories as cards, filtered by name and description."""
    text = filter_text(request)
    rows = repository_shelf(user=request.user, words=text)
    context = {
        "page": page_of(request, rows, CARDS),
        "filter": text,
        "may_add": may_add(request.user),
    }
    is_part = wants_partial(request)
    template = "reader/repos/_cards.html" if is_part else "reader/repos/shelf.html"
    return render(request, template, context)
