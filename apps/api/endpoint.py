"""What every REST view stands on: checked input, pages, the caller."""

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from django.db.models import Model, QuerySet
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.api.pagination import Pages
from apps.api.parsers import check_length

ModelT = TypeVar("ModelT", bound=Model)


class Endpoint(APIView):
    """A REST view. Its methods check the input, call one service and render what comes back."""

    # Methods for which a token needs no more than ``api:read``.
    read_methods: ClassVar[Sequence[str]] = SAFE_METHODS
    # Whether visitors who are not signed in may read here, where the deployment allows them to.
    is_public: ClassVar[bool] = True

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """DRF's checks of who asks and how often, then the size of what they send."""
        super().initial(request, *args, **kwargs)
        check_length(request)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """What a caller may see is for nobody else, nor for them once the right is taken away."""
        final = super().finalize_response(request, response, *args, **kwargs)
        final.headers.setdefault("Cache-Control", "private, no-cache")
        return final

    @property
    def caller(self) -> Principal:
        """Whose rights apply."""
        return self.request.user

    def body(self, serializer: type[Serializer[Any]], **options: Any) -> dict[str, Any]:
        """The checked body. Raises `ValidationError`."""
        return checked(serializer(data=self.request.data, **options))

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked query string. Raises `ValidationError`."""
        return checked(serializer(data=self.request.query_params))

    def one(self, rows: QuerySet[ModelT], **lookup: Any) -> ModelT:
        """The row that matches, among those the caller may read. Raises `NotFoundError`."""
        row = rows.filter(**lookup).first()
        if row is None:
            raise NotFoundError
        return row

    def page(
        self, rows: QuerySet[Any] | Sequence[Any], serializer: type[Serializer[Any]]
    ) -> Response:
        """One page of the rows."""
        pages = Pages()
        items = pages.paginate_queryset(rows, self.request)
        return pages.get_paginated_response(serializer(items, many=True).data)


class SearchEndpoint(Endpoint):
    """A view whose POST changes nothing: the body is a question."""

    read_methods = (*SAFE_METHODS, "POST")


class OwnEndpoint(Endpoint):
    """A view of the caller's own things: there are none without signing in."""

    is_public = False


def checked(serializer: Serializer[Any]) -> dict[str, Any]:
    """The validated values. Raises `ValidationError`."""
    serializer.is_valid(raise_exception=True)
    return dict(serializer.validated_data)
