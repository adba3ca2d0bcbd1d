"""What is done to many tokens at once: some are revoked, or all that somebody holds."""

from collections.abc import Iterator
from typing import Any

from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action

from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.audiences import told_count
from apps.access.models import AccessToken
from apps.access.principals import is_admin
from apps.access.querysets import Action
from apps.access.tokens import revoke_all_tokens, revoke_token

FOR_GOOD = "A revoked token stays so: whoever still needs one has to be given another."


def name_tokens(_user: Any, rows: Rows) -> list[str]:
    """Each token with whom it belongs to."""
    return [f"{token} of {token.user}" for token in rows]


def revocation_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """What stops."""
    people = told_count(len({token.user_id for token in rows}), "person", "people")
    used = sum(token.last_used_at is not None for token in rows)
    yield f"Whatever uses one of them stops working with its next request ({people})."
    yield f"{told_count(used, 'of them has', 'of them have')} been used so far."
    yield FOR_GOOD


REVOKE = BulkDeed(
    name="revoke_selected",
    label="Revoke",
    right=Action.READ,  # whoever sees a token may revoke it
    carry_out=lambda user, row: revoke_token(user=user, token_id=row.pk),
    done="Revoked",
    consequences=revocation_words,
    obstacle=lambda token: "It is revoked already." if token.revoked_at else "",
    name_rows=name_tokens,
    is_dangerous=True,
)


def holder_words(_user: Any, rows: Rows, _choice: Choice) -> Iterator[str]:
    """How many tokens that is."""
    held = AccessToken.objects.current().filter(user__in=rows)
    yield f"{told_count(held.count(), 'token')} in force will stop working with the next request."
    yield "Passwords and sessions stay. " + FOR_GOOD


REVOKE_ALL = BulkDeed(
    name="revoke_all_tokens",
    label="Revoke all their tokens",
    right=Action.WRITE,
    carry_out=lambda user, row: revoke_all_tokens(user=user, holder=row),
    done="People whose tokens are revoked",
    consequences=holder_words,
    is_dangerous=True,
)


class TokensOfPerson:
    """For the page of users: all tokens of the person revoked at once."""

    def get_actions_detail(self: Any, request: HttpRequest, object_id: str) -> list[Any]:
        """For admins; others find all of theirs on their account's page."""
        shown: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        return [
            one
            for one in shown
            if is_admin(request.user) or not one.action_name.endswith("_revoke_tokens")
        ]

    @action(  # type: ignore[untyped-decorator]
        description="Revoke all tokens",
        url_path="revoke-tokens",
        dialog={
            "title": "Revoke all tokens of this person?",
            "description": "Whatever uses them stops working at once. Passwords and sessions stay.",
            "form_class": None,
            "form_submit_text": "Revoke all",
        },
    )
    def revoke_tokens(self: Any, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        """Revoke what is in force."""
        holder = self.get_object(request, unquote(object_id))
        return self.carry_out(  # type: ignore[no-any-return]
            request,
            object_id,
            lambda _pk: revoke_all_tokens(user=request.user, holder=holder),
            "All tokens of this person are revoked.",
        )
