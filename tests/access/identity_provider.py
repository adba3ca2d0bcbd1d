"""A fake identity provider behind the HTTP client."""

import json
from urllib.parse import parse_qs, urlsplit

import requests
from joserfc import jwt
from joserfc.jwk import RSAKey

ISSUER = "https://id.example.org/realm"
KEY, OTHER_KEY = (RSAKey.generate_key(2048, {"kid": "1"}) for _ in range(2))
ANA = {
    "sub": "subject-1",
    "preferred_username": "ana",
    "email": "ana@example.org",
    "email_verified": True,
    "given_name": "Ana",
}


class Provider:
    """Answers what `requests` would send over the network."""

    def __init__(self) -> None:
        self.claims: dict = {}
        self.key = KEY
        self.userinfo: dict = {}
        self.is_down = False
        self.asked: list[str] = []

    def answer(self, request, **_options) -> requests.Response:
        if self.is_down:
            raise requests.ConnectionError
        path = urlsplit(request.url).path.rsplit("/", 1)[-1]
        self.asked.append(path)
        response = requests.Response()
        response.status_code, response.request, response.url = 200, request, request.url
        response._content = json.dumps(getattr(self, path.replace("-", "_"))(request)).encode()
        return response

    def openid_configuration(self, _request) -> dict:
        names = ("authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri")
        return {
            "issuer": ISSUER,
            **{name: f"{ISSUER}/{name}" for name in names},
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        }

    def jwks_uri(self, _request) -> dict:
        return {"keys": [KEY.as_dict(private=False)]}

    def token_endpoint(self, request) -> dict:
        sent = parse_qs(request.body)
        assert (sent["code"], len(sent["code_verifier"])) == (["the-code"], 1)
        token = jwt.encode({"alg": "RS256", "kid": "1"}, self.claims, self.key)
        return {"access_token": "a", "token_type": "Bearer", "id_token": token}

    def userinfo_endpoint(self, _request) -> dict:
        return self.userinfo or {"sub": self.claims.get("sub")}
