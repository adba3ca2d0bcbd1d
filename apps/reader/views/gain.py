from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.reader.pages import page
from apps.retrieval.gain.report import PERIODS, report_gain

WORDS = dict(zip(PERIODS, ("This session", "Today", "Seven days", "All time"), strict=True))


@page(members_only=True)
def gain(request: HttpRequest) -> HttpResponse:
    """Tokens that reading sections instead of files has saved the visitor and their agents."""
    report = report_gain(user=request.user, period=request.GET.get("period", "all"))
    context = {"report": report, "periods": WORDS.items(), "word": WORDS[report.period]}
    return render(request, "reader/gain.html", context)
