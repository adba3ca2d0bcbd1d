"""Asking a service of the operator's choice: JSON there, JSON back, and nothing believed.

Such an address stands in the settings, but what answers there may be slow, broken or somebody
else: redirects are not followed (the key would travel with them), the whole exchange has a
deadline, an answer has a greatest size, and numbers that are none are refused.
"""

import json
import time
from collections.abc import Mapping
from typing import Any, NoReturn

import requests
from urllib3.exceptions import HTTPError

MOST_BYTES = 256 * 2**20
PIECE_BYTES = 64 * 1024


class EndpointError(Exception):
    """What went wrong, as the end of a sentence; ``status`` when the endpoint answered with one."""

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


def post_json(address: str, body: Mapping[str, Any], *, api_key: str, seconds: float) -> Any:
    """The JSON value that the endpoint answers with; `EndpointError` for anything else.

    ``seconds`` is the time for the whole exchange; a piece of the answer that does not come is
    waited for as long again at most.
    """
    deadline = time.monotonic() + seconds
    headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
    try:
        with requests.post(
            address,
            json=body,
            headers=headers,
            timeout=seconds,
            allow_redirects=False,
            stream=True,
        ) as response:
            if response.status_code != 200:
                raise EndpointError(f"answered {response.status_code}", response.status_code)
            return parse(read(response, deadline))
    except (requests.RequestException, HTTPError) as error:
        raise EndpointError(f"cannot be used: {type(error).__name__}") from error


def read(response: requests.Response, deadline: float) -> bytes:
    """The body, in pieces, as long as it is neither too long nor too late."""
    body = bytearray()
    # `iter_content` would wait for whole pieces, and a trickle would never meet the deadline.
    while piece := response.raw.read1(PIECE_BYTES, decode_content=True):
        body += piece
        if len(body) > MOST_BYTES:
            raise EndpointError("sends too long an answer")
        if time.monotonic() > deadline:
            raise EndpointError("takes too long to answer")
    return bytes(body)


def parse(body: bytes) -> Any:
    """The value of a JSON text (RFC 8259, which has no NaN and no Infinity)."""
    try:
        return json.loads(body, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise EndpointError("sends no JSON") from error


def refuse(constant: str) -> NoReturn:
    """Python's reader would take NaN, Infinity and -Infinity."""
    raise ValueError(constant)
