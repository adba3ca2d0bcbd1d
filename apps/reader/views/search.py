from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.forms.search import SearchForm
from apps.reader.pages import page, wants_partial
from apps.reader.results import Outcome, run_search
from apps.reader.sources import source_choices


@page()
def search(request: HttpRequest) -> HttpResponse:
    """The search page, or only its results while somebody types."""
    chosen = request.GET.getlist("source")
    sources = source_choices(request.user, chosen)
    form = SearchForm(request.GET, marks=[source.mark for source in sources])
    outcome = find(request, form)
    template = "reader/_results.html" if wants_partial(request) else "reader/search.html"
    chosen_ones = [source for source in sources if source.is_chosen]
    context = {"outcome": outcome, "sources": sources, "chosen": chosen_ones, "form": form}
    return render(request, template, context, status=422 if outcome.error else 200)


def find(request: HttpRequest, form: SearchForm) -> Outcome:
    """The outcome of a checked form, or its problem as one."""
    if not form.is_valid():
        return Outcome(request.GET.get("q", ""), error=form.problem())
    data = form.cleaned_data
    return run_search(request.user, data["q"], data["source"], data["limit"], form.filters())
