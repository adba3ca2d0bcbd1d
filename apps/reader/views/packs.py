from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.forms.packs import PackForm
from apps.reader.packing import Packing, pack_for_page
from apps.reader.pages import page
from apps.reader.sources import source_choices


@page()
def pack(request: HttpRequest) -> HttpResponse:
    """The task box and, for a task, its pack."""
    sources = source_choices(request.user, request.GET.getlist("source"))
    form = PackForm(request.GET, marks=[source.mark for source in sources])
    packing = find(request, form)
    chosen = [source for source in sources if source.is_chosen]
    budget = form.cleaned_data.get("max_tokens", "")
    context = {"packing": packing, "sources": sources, "chosen": chosen, "budget": budget}
    return render(request, "reader/pack.html", context, status=422 if packing.error else 200)


def find(request: HttpRequest, form: PackForm) -> Packing:
    """The pack of a checked form, or its problem."""
    if not form.is_valid():
        return Packing(request.GET.get("task", ""), error=form.problem())
    data = form.cleaned_data
    return pack_for_page(request.user, data["task"], data["max_tokens"], data["source"])
