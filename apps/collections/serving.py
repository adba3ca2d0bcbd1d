"""How an attachment goes to a browser: raster images in place, everything else as a download.

Whatever a file pretends to be, the browser keeps to the type that its first bytes say, runs no
script of it and gives it no origin of ours (W3C CSP, directive ``sandbox``; WHATWG MIME Sniffing
and Fetch, ``nosniff``).
"""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

from apps.collections.keys import name_of
from apps.collections.media import SHOWN
from apps.collections.models import Attachment

# Browsers lay out an image that is opened by itself with styles of their own.
IN_PLACE = "sandbox; default-src 'none'; style-src 'unsafe-inline'"
DOWNLOAD = "sandbox; default-src 'none'"


def attachment_answer(request: HttpRequest, attachment: Attachment) -> HttpResponse:
    """The content of a file that the asker may read, or 304 when its hash is known there."""
    etag = f'"{attachment.sha256}"'
    if get_conditional_response(request, etag=etag):
        answer = HttpResponse(status=304)
    else:
        answer = HttpResponse(bytes(attachment.data.content))
    for name, value in {**attachment_headers(attachment), "ETag": etag}.items():
        answer[name] = value
    return answer


def attachment_headers(attachment: Attachment) -> dict[str, str]:
    """The headers that an answer about the content must have."""
    return content_headers(name_of(attachment.source_key), attachment.content_type)


def content_headers(name: str, content_type: str) -> dict[str, str]:
    """The headers for a file of that name whose bytes say what type it is."""
    is_download = content_type not in SHOWN
    return {
        "Content-Type": content_type,
        "Content-Disposition": content_disposition_header(is_download, name) or "inline",
        "Content-Security-Policy": DOWNLOAD if is_download else IN_PLACE,
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
    }
