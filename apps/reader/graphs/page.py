"""One graph as its page shows it."""

from typing import Any

from django.http import QueryDict

from apps.access.principals import Principal
from apps.collections.models import Collection
from apps.reader.addresses import collection_url
from apps.reader.forms.packs import PackForm
from apps.reader.graphs.addresses import graph_url
from apps.reader.graphs.drawing import drawing_of, legend_of
from apps.reader.graphs.listing import list_nodes
from apps.reader.lookups import tell_namesakes
from apps.reader.packing import Packing, pack_for_page
from apps.reader.repos.addresses import repo_url
from apps.reader.sources import collection_choice_mark
from apps.retrieval.graph.choosing import choices_of, wanted_by
from apps.retrieval.graph.places import GraphPlace, draw_graph, find_place


def graph_context(user: Principal, mark: str, query: QueryDict) -> dict[str, Any]:
    """What the page of a graph is made of. Raises `NotFoundError`."""
    place = find_place(user=user, mark=mark)
    if isinstance(place.source, Collection):
        tell_namesakes(user, place.source)
    form = PackForm(query, marks=[])
    packing = pack_of(user, place, form, query.get("task", ""))
    graph = draw_graph(user=user, place=place, wanted=wanted_by(packing.pack))
    chosen = choices_of(graph, packing.pack)
    listing = list_nodes(place.source, graph, chosen, opened=place.file)
    numbers = {node.id: number for number, node in enumerate(graph.nodes)}
    drawing = drawing_of(graph, listing, chosen)
    return {
        "place": place,
        "source_url": url_of(place),
        "whole_url": graph_url(whole_mark(place)),
        "is_collection": isinstance(place.source, Collection),
        "graph": graph,
        "listing": listing,
        "legend": legend_of(graph, packing.pack),
        "drawing": {**drawing, "focus": numbers.get(place.focus, -1)},
        "packing": packing,
        "budget": form.cleaned_data.get("max_tokens", ""),
    }


def pack_of(user: Principal, place: GraphPlace, form: PackForm, task: str) -> Packing:
    """The real pack for the task, from this source alone; what is wrong with it is told."""
    if not form.is_valid():
        return Packing(task, error=form.problem())
    return pack_for_page(
        user, form.cleaned_data["task"], form.cleaned_data["max_tokens"], [place.scope]
    )


def whole_mark(place: GraphPlace) -> str:
    """The mark of the whole source, as people write it."""
    if isinstance(place.source, Collection):
        return collection_choice_mark(place.source)
    return place.scope


def url_of(place: GraphPlace) -> str:
    """The page of the source itself."""
    if isinstance(place.source, Collection):
        return collection_url(place.source)
    return repo_url(place.source)
