from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.graphs.addresses import graph_url
from apps.reader.graphs.page import graph_context
from apps.reader.pages import page
from apps.reader.sources import source_choices


@page()
def graphs(request: HttpRequest) -> HttpResponse:
    """The sources whose graph one can open."""
    choices = [(graph_url(one.mark), one) for one in source_choices(request.user)]
    return render(request, "reader/graphs.html", {"choices": choices})


@page()
def graph(request: HttpRequest, mark: str) -> HttpResponse:
    """The graph of a source, opened at what the mark names; with a task, what its pack took."""
    context = graph_context(request.user, mark, request.GET)
    status = 422 if context["packing"].error else 200
    return render(request, "reader/graph.html", context, status=status)
