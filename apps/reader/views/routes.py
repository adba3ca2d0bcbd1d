from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.forms.routes import RouteForm
from apps.reader.pages import page
from apps.reader.routes import Routing, route_for_page


@page()
def route(request: HttpRequest) -> HttpResponse:
    """The question and, once there is one, the sources that it belongs to."""
    form = RouteForm(request.GET)
    routing = find(request, form)
    context = {"routing": routing, "top_k": form.cleaned_data.get("top_k", "")}
    return render(request, "reader/route.html", context, status=422 if routing.error else 200)


def find(request: HttpRequest, form: RouteForm) -> Routing:
    """The routes of a checked form, or its problem."""
    if not form.is_valid():
        return Routing(request.GET.get("q", ""), error=form.problem())
    return route_for_page(request.user, form.cleaned_data["q"], form.cleaned_data["top_k"])
