"""Who can read a source, what somebody can read, and why."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.marked import find_marked
from apps.access.readable import find_holder, kind_of_source, list_readable
from apps.access.readers import list_readers
from apps.api.endpoint import OwnEndpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.access import (
    ReadableQuerySerializer,
    ReadableSerializer,
    ReaderSerializer,
    ReadersQuerySerializer,
)

TAG = ["Access"]


class Readers(OwnEndpoint):
    """The readers of one source."""

    @extend_schema(
        operation_id="listReaders",
        summary="List who can read a source, and why",
        parameters=[PageQuery, ReadersQuerySerializer],
        responses=page_of(ReaderSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """For those who may share the source; audiences first, then people by name."""
        mark = self.query(ReadersQuerySerializer)["mark"]
        source = find_marked(user=self.caller, text=mark, field="mark")
        return self.page(list_readers(user=self.caller, source=source), ReaderSerializer)


class Readable(OwnEndpoint):
    """What one person can read."""

    @extend_schema(
        operation_id="listReadable",
        summary="List what somebody can read, and why",
        parameters=[PageQuery, ReadableQuerySerializer],
        responses=page_of(ReadableSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """For oneself; admins ask about anybody. Needs a session."""
        query = self.query(ReadableQuerySerializer)
        person = find_holder(user=self.caller, username=query.get("user"))
        model = kind_of_source(query["kind"])
        return self.page(
            list_readable(user=self.caller, person=person, model=model), ReadableSerializer
        )
