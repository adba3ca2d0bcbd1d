"""The conversation with the identity provider (authorization code flow with PKCE and a nonce)."""

import logging
from functools import lru_cache
from typing import Any

import requests
from authlib.integrations.base_client import OAuthError
from authlib.integrations.django_client import OAuth
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from joserfc.errors import JoseError

from apps.access.errors import UnavailableError
from apps.access.sso.accounts import SignInRefusedError
from apps.access.sso.claims import Claims, read_claims

logger = logging.getLogger(__name__)
DISCOVERY = "/.well-known/openid-configuration"
TIMEOUT_SECONDS = 10
# Signatures that only the provider can make; "none" and shared secrets are not among them.
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "ES512", "EdDSA")
BROKEN_ANSWER = (OAuthError, JoseError, ValueError, KeyError, TypeError, RuntimeError)
AGAIN = "Signing in did not work out. Try again, and tell an admin if it stays so."


def is_sso_on() -> bool:
    """Whether the deployment has an identity provider."""
    return bool(settings.PRESSMARK.oidc.issuer)


def sso_label() -> str:
    """What the identity provider is called on the login pages; empty without one."""
    return settings.PRESSMARK.oidc.label if is_sso_on() else ""


def send_to_provider(request: HttpRequest, *, back: str) -> HttpResponse:
    """The redirect to the provider, which sends the browser on to the address ``back``.

    State, nonce and the PKCE verifier wait in the session. Raises `UnavailableError`.
    """
    client = the_client()
    try:
        check_metadata(client)
        response: HttpResponse = client.authorize_redirect(request, back)
    except requests.RequestException as error:
        raise UnavailableError("The identity provider does not answer. Try again later.") from error
    return response


def receive_claims(request: HttpRequest) -> Claims:
    """What the provider says of whoever has come back from it.

    Checked: the state of this session, signature, issuer, audience, expiry and nonce of the ID
    token (OpenID Connect Core 1.0, section 3.1.3.7). Raises `SignInRefusedError` and
    `UnavailableError`.
    """
    options, client = settings.PRESSMARK.oidc, the_client()
    expected = {
        "iss": {"essential": True, "values": [options.issuer]},
        "aud": {"essential": True, "values": [options.client_id]},
    }
    try:
        check_metadata(client)
        token = client.authorize_access_token(request, claims_options=expected)
        said = dict(token.get("userinfo") or {})
        if said and options.groups_claim not in said:
            said |= more_claims(client, token, said)
    except requests.RequestException as error:
        raise UnavailableError("The identity provider does not answer. Try again later.") from error
    except BROKEN_ANSWER as error:
        logger.warning("A sign-in through the identity provider failed: %r", error)
        raise SignInRefusedError(AGAIN) from error
    claims = read_claims(options.issuer, said, groups_claim=options.groups_claim)
    if claims is None:
        raise SignInRefusedError(AGAIN)
    return claims


def more_claims(client: Any, token: Any, said: dict[str, Any]) -> dict[str, Any]:
    """What only the UserInfo endpoint tells, if it speaks of the same subject (section 5.3.2)."""
    if "userinfo_endpoint" not in client.server_metadata:
        return {}
    told = dict(client.userinfo(token=token))
    if told.get("sub") != said.get("sub"):
        raise ValueError("The UserInfo answer is about somebody else.")
    return {name: value for name, value in told.items() if name not in said}


def check_metadata(client: Any) -> None:
    """Raise unless the discovered issuer is the configured one (OIDC Discovery 1.0, 4.3)."""
    metadata = client.load_server_metadata()
    if metadata.get("issuer") != settings.PRESSMARK.oidc.issuer:
        client.server_metadata.clear()
        raise UnavailableError("The identity provider names another issuer than the settings.")
    offered = metadata.get("id_token_signing_alg_values_supported") or ["RS256"]
    metadata["id_token_signing_alg_values_supported"] = [
        name for name in offered if name in ALGORITHMS
    ]


def the_client() -> Any:
    """Authlib's client of the configured provider."""
    return client_for(settings.PRESSMARK.oidc)


@lru_cache(maxsize=4)
def client_for(options: Any) -> Any:
    """A client, which keeps what the provider publishes about itself."""
    return OAuth().register(
        name="oidc",
        client_id=options.client_id,
        client_secret=options.client_secret or None,
        server_metadata_url=options.issuer.rstrip("/") + DISCOVERY,
        client_kwargs={
            "scope": " ".join(options.scopes),
            "code_challenge_method": "S256",
            "default_timeout": TIMEOUT_SECONDS,
            **({} if options.client_secret else {"token_endpoint_auth_method": "none"}),
        },
    )
