"""What an identity provider says of a person, as far as it counts here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LONGEST_SUBJECT = 255


@dataclass(frozen=True, slots=True)
class Claims:
    """Checked claims (OpenID Connect Core 1.0, section 5.1).

    ``email`` is empty unless the provider vouches for it: an address that anybody can type must
    lead to nobody's account.
    """

    issuer: str
    subject: str
    username: str = ""
    email: str = ""
    first_name: str = ""
    last_name: str = ""
    groups: tuple[str, ...] = ()


def read_claims(issuer: str, claims: Mapping[str, Any], *, groups_claim: str) -> Claims | None:
    """The claims of a validated ID token; None without a usable subject."""
    subject = claims.get("sub")
    if not isinstance(subject, str) or not 0 < len(subject) <= LONGEST_SUBJECT or "\0" in subject:
        return None
    is_verified = claims.get("email_verified") is True
    return Claims(
        issuer=issuer,
        subject=subject,
        username=text_of(claims, "preferred_username"),
        email=text_of(claims, "email") if is_verified else "",
        first_name=text_of(claims, "given_name"),
        last_name=text_of(claims, "family_name"),
        groups=names_of(claims.get(groups_claim)),
    )


def text_of(claims: Mapping[str, Any], name: str) -> str:
    """A claim as text, empty when it is none."""
    value = claims.get(name)
    return value.replace("\0", "").strip() if isinstance(value, str) else ""


def names_of(value: Any) -> tuple[str, ...]:
    """A claim that lists names: an array, or one text with blanks."""
    found = value.split() if isinstance(value, str) else value
    return tuple(one for one in found if isinstance(one, str)) if isinstance(found, list) else ()
