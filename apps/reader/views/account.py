import uuid
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.models import AccessToken, User
from apps.access.tokens import revoke_token
from apps.reader.forms.tokens import TokenForm
from apps.reader.minting import mint
from apps.reader.pages import page
from apps.reader.sources import source_choices
from apps.reader.submissions import submit


@page("POST", members_only=True)
def tokens(request: HttpRequest) -> HttpResponse:
    """One's own tokens and the form for a new one, whose text is shown this once."""
    sources = source_choices(request.user)
    form = TokenForm(request.POST or None, sources=sources)
    minted = submit(request, form, mint)
    form = TokenForm(sources=sources) if minted else form
    rows = AccessToken.objects.visible_to(request.user).filter(user=cast("User", request.user))
    context = {"tokens": rows, "form": form, "minted": minted}
    response = render(request, "reader/tokens.html", context, status=422 if form.errors else 200)
    response["Cache-Control"] = "no-store, private"
    return response


@page("POST", members_only=True)
def revoke(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    """Revoke a token and go back to the list."""
    if request.method == "POST":
        token = revoke_token(user=request.user, token_id=token_id)
        messages.success(request, f"The token “{token.name}” is revoked.")
    return redirect("tokens")
