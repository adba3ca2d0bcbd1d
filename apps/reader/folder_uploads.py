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
from django.http import HttpRequest, HttpResponseBase
from django.http.multipartparser import MultiPartParser
from django.views.decorators.csrf import csrf_exempt, csrf_protect

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


class PathKeepingParser(MultiPartParser):
    """Django's parser, which also remembers the last file's name as it was sent."""

    sent_name = ""

    def sanitize_file_name(self, file_name: str) -> str | None:
        """Django's clean name for storage; the sent one is kept beside it."""
        self.sent_name = file_name.replace("%22", '"').replace("\\", "/")
        return super().sanitize_file_name(file_name)


class NameRecorder(FileUploadHandler):
    """Notes the sent name of every file, by field; leaves the files to the other handlers."""

    def __init__(self, request: HttpRequest | None) -> None:
        super().__init__(request)
        self.names: dict[str, list[str]] = {}
        self.parser: PathKeepingParser | None = None

    def new_file(self, field_name: str, *args: Any, **kwargs: Any) -> None:
        """Called once for each file, right after its name was cleaned."""
        super().new_file(field_name, *args, **kwargs)
        assert self.parser is not None
        self.names.setdefault(field_name, []).append(self.parser.sent_name)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        """Pass the data on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Another handler makes the file."""


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
        """POST and FILES, and in POST the sent names of each file field (`paths_field`)."""
        recorder = NameRecorder(self.request)
        handlers = [load_handler(name, self.request) for name in settings.FILE_UPLOAD_HANDLERS]
        parser = PathKeepingParser(META, input_data, [recorder, *handlers], encoding)
        recorder.parser = parser
        post, files = parser.parse()
        mutable = post.copy()
        for field, names in recorder.names.items():
            mutable.setlist(paths_field(field), names)
        return mutable, files

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002
        """Never called, as the raw input is taken; required by the base class."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Never called either."""


def paths_field(field: str) -> str:
    """The field of POST that holds the sent names of a file field, in the order of its files."""
    return f"paths of {field}"


def keeps_folders(view: View[P]) -> View[P]:
    """Let a view's uploads keep their folders: the handler must stand before the form is read."""
    protected = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def receiving(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        request.upload_handlers = [FolderUploadHandler(request)]
        return protected(request, *args, **kwargs)

    return cast("View[P]", receiving)
