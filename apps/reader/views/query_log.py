from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.reader.listing import page_of
from apps.reader.pages import page
from apps.retrieval.asking.history import erase_questions, own_questions, past_questions


@page("POST", members_only=True)
def query_log(request: HttpRequest) -> HttpResponse:
    """One's own questions as far as they are kept; a POST erases them."""
    if request.method == "POST":
        count = erase_questions(user=request.user)
        messages.success(request, f"Erased: {count}.")
        return redirect("query_log")
    rows = page_of(request, own_questions(user=request.user))
    asked = past_questions(user=request.user, rows=list(rows))
    return render(request, "reader/query_log.html", {"page": rows, "asked": asked})
