"""Multipart uploads whose files keep the folders of their names.

Browsers send the relative path of a file chosen with its folder as the part's file name (WHATWG
HTML, ``webkitdirectory``); Django keeps the last segment only. The paths are kept here as one more
field of the form, and judged later by the rules for source keys.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler, load_handler
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParser
from django.views.decorators.csrf import csrf_exempt, csrf_protect

PATHS_FIELD = "paths of files"
P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]


class PathKeepingParser(MultiPartParser):
    """Django's parser, which also notes every file's name as it was sent."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.sent_names: list[str] = []

    def sanitize_file_name(self, file_name: str) -> str | None:
        """Django's clean name for storage; the sent one is kept beside it."""
        clean = super().sanitize_file_name(file_name)
        if clean:
            self.sent_names.append(file_name.replace("%22", '"').replace("\\", "/"))
        return clean


class FolderUploadHandler(FileUploadHandler):
    """Reads the whole request with `PathKeepingParser` and the handlers of the settings."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803  Django's name
        content_length: int,  # noqa: ARG002
        boundary: Any,  # noqa: ARG002
        encoding: str | None = None,
    ) -> tuple[Any, Any]:
        """POST and FILES, with the sent names under `PATHS_FIELD`, one for each file in order."""
        handlers = [load_handler(name, self.request) for name in settings.FILE_UPLOAD_HANDLERS]
        parser = PathKeepingParser(META, input_data, handlers, encoding)
        post, files = parser.parse()
        mutable = post.copy()
        mutable.setlist(PATHS_FIELD, parser.sent_names)
        return mutable, files

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        """Never called, as the raw input is taken; required by the base class."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Never called either."""


def keeps_folders(view: View[P]) -> View[P]:
    """Let a view's uploads keep their folders: the handler must stand before the form is read."""
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def receiving(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        request.upload_handlers = [FolderUploadHandler(request)]
        return protected(request, *args, **kwargs)

    return cast("View[P]", receiving)
