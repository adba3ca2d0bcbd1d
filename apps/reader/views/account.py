import uuid
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.models import AccessToken, SignIn, User
from apps.access.sign_ins import end_other_sign_ins, end_sign_in
from apps.access.tokens import revoke_all_tokens, revoke_token, rotate_token
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
    return token_page(request, TokenForm(sources=sources) if minted else form, minted)


def token_page(
    request: HttpRequest, form: TokenForm, minted: tuple[AccessToken, str] | None = None
) -> HttpResponse:
    """The page of tokens; a text in it is shown this once and kept nowhere."""
    rows = AccessToken.objects.visible_to(request.user).filter(user=cast("User", request.user))
    context = {
        "tokens": rows,
        "form": form,
        "minted": minted,
        "has_usable": any(token.is_usable for token in rows),
    }
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


@page("POST", members_only=True)
def rotate(request: HttpRequest, token_id: uuid.UUID) -> HttpResponse:
    """Give a token a new secret and show it this once."""
    if request.method != "POST":
        return redirect("tokens")
    minted = rotate_token(user=request.user, token_id=token_id)
    return token_page(request, TokenForm(sources=source_choices(request.user)), minted)


@page("POST", members_only=True)
def revoke_all(request: HttpRequest) -> HttpResponse:
    """Revoke all of one's tokens and go back to the list."""
    if request.method == "POST":
        revoked = revoke_all_tokens(user=request.user, holder=cast("User", request.user))
        messages.success(request, f"Revoked: {revoked}.")
    return redirect("tokens")


@page(members_only=True)
def sessions(request: HttpRequest) -> HttpResponse:
    """Where one is signed in."""
    rows = SignIn.objects.visible_to(request.user)
    context = {"sessions": rows, "own_key": request.session.session_key}
    return render(request, "reader/sessions.html", context)


@page("POST", members_only=True)
def end_session(request: HttpRequest, sign_in_id: uuid.UUID) -> HttpResponse:
    """End one of one's sessions and go back to the list."""
    if request.method == "POST":
        end_sign_in(user=cast("User", request.user), sign_in_id=sign_in_id)
        messages.success(request, "The session is ended.")
    return redirect("sessions")


@page("POST", members_only=True)
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """End all sessions but this one and go back to the list."""
    if request.method == "POST":
        own_key = request.session.session_key or ""
        ended = end_other_sign_ins(user=cast("User", request.user), keep=own_key)
        messages.success(request, f"Sessions ended: {ended}.")
    return redirect("sessions")
