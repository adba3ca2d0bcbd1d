"""Single sign-on by OpenID Connect: off unless an issuer is named."""

from dataclasses import dataclass, field

from config.environment import Environment, OptionError


@dataclass(frozen=True, slots=True)
class OidcOptions:
    """The provider and what its claims mean here.

    ``groups`` are pairs of a claim's value and the group it stands for; ``*`` stands for any value,
    or for the group of the same name. ``link_by_email`` lets a verified address find its account.
    """

    issuer: str = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    label: str = "single sign-on"
    scopes: tuple[str, ...] = ("openid", "profile", "email")
    groups_claim: str = "groups"
    groups: tuple[tuple[str, str], ...] = ()
    create_users: bool = True
    link_by_email: bool = False


def read_oidc(environment: Environment) -> OidcOptions:
    """Read the provider; `OptionError` when it is named by half or not by https."""
    options = OidcOptions(
        issuer=environment.text("OIDC__ISSUER"),
        client_id=environment.text("OIDC__CLIENT_ID"),
        client_secret=environment.text("OIDC__CLIENT_SECRET"),
        label=environment.text("OIDC__LABEL") or OidcOptions().label,
        scopes=environment.words("OIDC__SCOPES", OidcOptions().scopes),
        groups_claim=environment.text("OIDC__GROUPS_CLAIM") or OidcOptions().groups_claim,
        groups=tuple(map(read_pair, environment.words("OIDC__GROUPS"))),
        create_users=environment.flag("OIDC__CREATE_USERS", default=True),
        link_by_email=environment.flag("OIDC__LINK_BY_EMAIL"),
    )
    if bool(options.issuer) != bool(options.client_id):
        raise OptionError("Set PRESSMARK_OIDC__ISSUER and PRESSMARK_OIDC__CLIENT_ID together.")
    if options.issuer and not options.issuer.startswith("https://"):
        raise OptionError("PRESSMARK_OIDC__ISSUER must begin with https://.")
    if "openid" not in options.scopes:
        raise OptionError("PRESSMARK_OIDC__SCOPES must contain openid.")
    return options


def read_pair(text: str) -> tuple[str, str]:
    """``claim=group``, or one word for both; `OptionError` for an empty half."""
    claim, has_sign, group = (part.strip() for part in text.partition("="))
    pair = (claim, group if has_sign else claim)
    if not all(pair):
        raise OptionError(f"PRESSMARK_OIDC__GROUPS has claim=group pairs, not {text!r}.")
    return pair
