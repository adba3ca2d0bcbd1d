"""Addresses of sources: what somebody typed, checked before anything is asked over the network."""

import ipaddress
import re
import socket
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings

from apps.access.errors import InvalidRequestError
from apps.repos.git.errors import SourceRefusedError, SourceUnavailableError

LONGEST_URL = 2000
_PORTS = {"https": 443, "http": 80}
_SEGMENT = re.compile(r"\w[\w.+-]*")
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x20\x7f\\]")


@dataclass(frozen=True, slots=True)
class Slug:
    """``host/namespace/name``: what a repository is called."""

    host: str
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.host}/{self.namespace}/{self.name}"


def parse_slug(text: str) -> Slug:
    """The three parts of ``HOST/OWNER/NAME``. Raises `InvalidRequestError` for field ``name``."""
    parts = text.strip().strip("/").split("/")
    fits = len(parts) == 3 and all(
        _SEGMENT.fullmatch(part) and ".." not in part and len(part) <= 255 for part in parts
    )
    if not fits:
        message = (
            "Name it HOST/OWNER/NAME: letters, digits, dots, hyphens and underscores, "
            "as in github.com/acme/handbook."
        )
        raise InvalidRequestError.for_field("name", message)
    return Slug(*parts)


def check_url(url: str) -> SplitResult:
    """The parts of a git URL that may be fetched from, as far as its text tells.

    Only ``https://`` (and ``http://`` to a host that the operator has listed). Raises
    `InvalidRequestError` for field ``url``.
    """
    try:
        parts = urlsplit(url)
        problem = _problem(url, parts)
    except ValueError:
        raise InvalidRequestError.for_field("url", "This is no URL.") from None
    if problem:
        raise InvalidRequestError.for_field("url", problem)
    return parts


def _problem(url: str, parts: SplitResult) -> str:
    """What is wrong with a URL, or nothing. Raises `ValueError` for a port that is no number."""
    host = parts.hostname or ""
    checks = (
        (
            len(url) > LONGEST_URL or _UNSAFE.search(url) or not url.isascii(),
            "The URL is too long or holds characters that must be percent-encoded.",
        ),
        (
            parts.scheme not in _PORTS or not host,
            "Give an https:// address; other protocols are not used.",
        ),
        (
            parts.username is not None or parts.password is not None,
            "Leave user and password out of the URL and give them as the credential.",
        ),
        (
            parts.query or parts.fragment,
            "Leave the query and the fragment out of the URL.",
        ),
        (
            not _HOST.fullmatch(host) or parts.port == 0,
            "The host in this URL cannot be used.",
        ),
        (not is_allowed(host), "The operator does not allow this host."),
        (
            parts.scheme == "http" and not is_listed(host),
            "Use https://; plain http is only for hosts that the operator has listed.",
        ),
    )
    return next((text for is_wrong, text in checks if is_wrong), "")


def slug_of_url(parts: SplitResult) -> Slug:
    """What a repository at this address is called unless somebody says otherwise.

    Groups inside groups are joined by dots. Raises `InvalidRequestError`.
    """
    segments = [unquote(part) for part in parts.path.split("/") if part]
    if len(segments) < 2:
        raise InvalidRequestError.for_field("url", "The URL names no repository of an owner.")
    *owners, name = segments
    return parse_slug(f"{parts.hostname}/{'.'.join(owners)}/{name.removesuffix('.git')}")


def is_listed(host: str) -> bool:
    """Whether the operator has named this host in ``PRESSMARK_GIT__ALLOWED_HOSTS``."""
    return host.lower() in {one.lower() for one in settings.PRESSMARK.git.allowed_hosts}


def is_allowed(host: str) -> bool:
    """Whether this host may be talked to at all."""
    return not settings.PRESSMARK.git.allowed_hosts or is_listed(host)


def resolve_host(parts: SplitResult) -> tuple[str, ...]:
    """The addresses of a URL's host; git is held to them, so that a second lookup cannot differ.

    A host that the operator has listed may lie inside the network, any other must resolve to
    public addresses only. Raises `SourceRefusedError` or `SourceUnavailableError`.
    """
    host = parts.hostname or ""
    addresses = _addresses(host, parts.port or _PORTS[parts.scheme])
    if not is_listed(host) and not all(is_public(address) for address in addresses):
        raise SourceRefusedError.for_field("url", "The host in this URL cannot be used.")
    return addresses


def _addresses(host: str, port: int) -> tuple[str, ...]:
    try:
        return (str(ipaddress.ip_address(host)),)
    except ValueError:
        pass
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise SourceUnavailableError(f"The host {host} cannot be found.") from None
    return tuple(dict.fromkeys(str(entry[4][0]).partition("%")[0] for entry in found))


def is_public(address: str) -> bool:
    """Whether an address lies in the public internet."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return is_public(str(inner))
        if ip in _NAT64:
            return is_public(str(ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)))
        if ip.is_site_local or any(ip in network for network in _INNER):
            return False
    return ip.is_global and not ip.is_multicast


_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
# Local NAT64 (RFC 8215) and the retired IPv4-compatible addresses (RFC 4291), which Python calls
# global.
_INNER = (ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("::/96"))
