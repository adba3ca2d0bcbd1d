"""Credentials of sources: kept encrypted, used only in the surroundings of a git process.

Fernet (AES-128-CBC with HMAC-SHA256; cryptography's manual) under a key derived from Django's
secret key by HKDF (RFC 5869). Whoever changes the secret key has to enter credentials again.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from apps.access.errors import InvalidRequestError
from apps.repos.git.errors import SourceRefusedError

LONGEST = 1000
_PURPOSE = b"pressmark repository credentials"
# What GitHub, GitLab, Gitea and Bitbucket take beside a token alone.
_TOKEN_USER = "x-access-token"  # noqa: S105


def encrypt(secret: str) -> str:
    """The secret as it may be stored; empty stays empty. Raises `InvalidRequestError`."""
    if not secret:
        return ""
    if len(secret) > LONGEST or not secret.isprintable():
        message = f"Give a token, or user:password, of at most {LONGEST} printable characters."
        raise InvalidRequestError.for_field("credential", message)
    return _box().encrypt(secret.encode()).decode()


def decrypt(stored: str) -> str:
    """The secret again. Raises `SourceRefusedError` when the secret key is another by now."""
    if not stored:
        return ""
    try:
        return _box().decrypt(stored.encode()).decode()
    except InvalidToken:
        message = "The stored credential cannot be read with this secret key; enter it again."
        raise SourceRefusedError(message) from None


def authorization(secret: str) -> str:
    """The value of the HTTP header that a secret stands for: a token, or ``user:password``."""
    pair = secret if ":" in secret else f"{_TOKEN_USER}:{secret}"
    return "Basic " + base64.b64encode(pair.encode()).decode()


def _box() -> Fernet:
    derive = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE)
    return Fernet(base64.urlsafe_b64encode(derive.derive(settings.SECRET_KEY.encode())))
