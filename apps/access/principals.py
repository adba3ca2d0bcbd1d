"""Who is asking: users, anonymous visitors, tokens and the operator at the command line."""

from typing import TYPE_CHECKING, TypeAlias, Union

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

if TYPE_CHECKING:
    from apps.access.models import AccessToken, User

# Union, not "|": the user model does not exist yet when this is evaluated.
Principal: TypeAlias = Union["User", AnonymousUser]


def act_with_token(user: "User", token: "AccessToken") -> "User":
    """Bind the token that a request came with, so that its limits narrow what the user may do."""
    user.acting_token = token  # type: ignore[attr-defined]
    return user


def acting_token(user: Principal) -> "AccessToken | None":
    """The token this request came with, or None for sessions and commands."""
    return getattr(user, "acting_token", None)


def operator() -> "User":
    """The person at the command line: may do everything, has no row of their own."""
    return get_user_model()(username="operator", is_active=True, is_staff=True, is_superuser=True)


def is_admin(user: Principal) -> bool:
    """Whether the user is an active superuser."""
    return bool(user.is_active and user.is_superuser)


def stored_user(user: Principal) -> "User | None":
    """The user as a foreign key can hold it: None for anonymous visitors and the operator."""
    return user if user.pk else None


def find_principal(username: str | None) -> Principal:
    """The user of that name, anonymous for None. Raises the model's ``DoesNotExist``."""
    if username is None:
        return AnonymousUser()
    return get_user_model().objects.get(username=username)
