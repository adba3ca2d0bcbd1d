"""Where a request comes from."""

import logging
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

logger = logging.getLogger(__name__)


def client_address(request: HttpRequest) -> str | None:
    """The address of the client; None when the server was reached without one.

    That of the connection, unless `PRESSMARK_TRUSTED_PROXIES` says that so many proxies stand in
    front. Each appends the address it was called from to ``X-Forwarded-For``; entries before
    theirs could be made up, so they are counted from the end.
    """
    connection = request.META.get("REMOTE_ADDR") or ""
    proxies = settings.PRESSMARK.login.trusted_proxies
    chain = request.headers.get("X-Forwarded-For", "")
    if chain and not proxies:
        warn_of_proxy()
    forwarded = chain.split(",")[-proxies:] if proxies else []
    found = read_address(forwarded[0]) if forwarded else None
    found = found or read_address(connection)
    return None if found is None else str(found)


@cache
def warn_of_proxy() -> None:
    """Say in the log, once in a process, that a proxy seems to stand in front unannounced."""
    logger.warning(
        "A request came with X-Forwarded-For while PRESSMARK_TRUSTED_PROXIES is 0. If a reverse"
        " proxy stands in front, set it: all visitors count as one address now."
    )


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address a text spells, IPv4 inside IPv6 unpacked, or None."""
    try:
        address = ip_address(text.strip())
    except ValueError:
        return None
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def subscriber_of(address: str | None) -> str:
    """What stands for one client where tries are counted: IPv6 by its 64-bit network."""
    found = read_address(address or "")
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found) >> 64 << 64, 64)))
    return "" if found is None else str(found)
