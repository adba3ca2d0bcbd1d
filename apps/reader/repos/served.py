"""Files of a mirror as a browser gets them, under the rules for attachments of collections."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response

from apps.collections.media import sniff
from apps.collections.serving import content_headers
from apps.documents.file_bytes import FileBytes


def file_answer(request: HttpRequest, file: FileBytes) -> HttpResponse:
    """The content with the type that its first bytes say, or 304 when its hash is known there."""
    etag = f'"{file.blob_id}"'
    if get_conditional_response(request, etag=etag):
        return HttpResponse(status=304, headers={"ETag": etag})
    data = file.read()
    name = file.path.rsplit("/", 1)[-1]
    headers = content_headers(name, sniff(file.path, data))
    return HttpResponse(data, headers={**headers, "ETag": etag})
