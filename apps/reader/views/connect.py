from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.clients import PLACEHOLDER, clients, endpoint
from apps.reader.pages import page


@page(members_only=True)
def connect(request: HttpRequest) -> HttpResponse:
    """How to connect an agent."""
    url = endpoint(request)
    context = {"endpoint": url, "clients": clients(url), "placeholder": PLACEHOLDER}
    return render(request, "reader/connect.html", context)
