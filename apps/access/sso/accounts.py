"""The account of somebody whom an identity provider vouches for."""

import re
from itertools import count

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.errors import DomainError
from apps.access.models import SsoIdentity, User
from apps.access.people import facts_of
from apps.access.sso.claims import Claims
from apps.access.sso.memberships import sync_groups

# What Django's user names may not hold.
FOREIGN = re.compile(r"[^\w.@+-]+")
LONGEST_NAME = 140


class SignInRefusedError(DomainError):
    """Nobody is signed in; the message says why, and nothing about other accounts."""

    code = "SIGN_IN_REFUSED"


def admit(claims: Claims) -> User:
    """The active account of the person the claims speak of, its groups synchronised.

    On the first login it is the account of the same verified address, where the deployment links
    those, or a new one. Raises `SignInRefusedError`, which the audit log tells of.
    """
    try:
        return find_or_create(claims)
    except IntegrityError as error:
        raise SignInRefusedError("Somebody signed in at the same moment. Try again.") from error
    except SignInRefusedError as error:
        record_change(
            user=AnonymousUser(),
            action="login.failed",
            target=User(username=claims.username or claims.subject),
            after={"issuer": claims.issuer, "reason": error.message},
        )
        raise


@transaction.atomic
def find_or_create(claims: Claims) -> User:
    """As `admit`, in one transaction."""
    rows = SsoIdentity.objects.select_for_update().select_related("user")
    identity = rows.filter(issuer=claims.issuer, subject=claims.subject).first()
    if identity is None:
        person = find_by_address(claims) or create_person(claims)
        identity = SsoIdentity(user=person, issuer=claims.issuer, subject=claims.subject)
    person = identity.user
    if not person.is_active:
        raise SignInRefusedError("This account is not active. Ask an admin.")
    identity.last_login_at = timezone.now()
    identity.save()
    update_person(person, claims)
    sync_groups(person=person, names=claims.groups)
    record_change(
        user=person, action="login.succeeded", target=person, after={"issuer": claims.issuer}
    )
    return person


def find_by_address(claims: Claims) -> User | None:
    """The one account that a verified address leads to, where the deployment wants that.

    Never an admin's, never one that another person of this provider has already. Raises
    `SignInRefusedError` where the address leads to an account that must not be taken over.
    """
    if not (settings.PRESSMARK.oidc.link_by_email and claims.email):
        return None
    found = list(User.objects.filter(email__iexact=claims.email)[:2])
    if not found:
        return None
    person = found[0]
    is_taken = person.sso_identities.filter(issuer=claims.issuer).exists()
    if len(found) > 1 or person.is_superuser or is_taken:
        raise SignInRefusedError("Your address belongs to an account that is not linked by it.")
    record_change(user=person, action="sso.linked", target=person, after={"issuer": claims.issuer})
    return person


def create_person(claims: Claims) -> User:
    """A new account without a password and without any right. Raises `SignInRefusedError`."""
    if not settings.PRESSMARK.oidc.create_users:
        raise SignInRefusedError("There is no account for you yet. Ask an admin.")
    person = User(username=free_username(claims))
    person.set_unusable_password()
    person.save()
    record_change(user=person, action="user.created", target=person, after=facts_of(person))
    return person


def free_username(claims: Claims) -> str:
    """A user name that nobody has, as near to the provider's as can be."""
    wanted = claims.username or claims.email or "person"
    name = FOREIGN.sub("-", User.normalize_username(wanted)).strip("-")[:LONGEST_NAME] or "person"
    candidates = (name if number == 1 else f"{name}-{number}" for number in count(1))
    return next(one for one in candidates if not User.objects.filter(username__iexact=one).exists())


def update_person(person: User, claims: Claims) -> None:
    """Take over the names, and the address where it is verified."""
    given = {
        "first_name": claims.first_name[:150],
        "last_name": claims.last_name[:150],
        "email": claims.email[:254],
    }
    changed = {name: text for name, text in given.items() if text and getattr(person, name) != text}
    if changed:
        User.objects.filter(pk=person.pk).update(**changed)
