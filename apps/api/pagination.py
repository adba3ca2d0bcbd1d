"""Numbered pages: ``page`` and ``per_page`` in, ``items`` with their totals out."""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

if TYPE_CHECKING:
    from rest_framework.views import APIView

PER_PAGE = 20
MOST_PER_PAGE = 100
# More pages than any table has; keeps offsets within the database's numbers.
LAST_PAGE = 1_000_000_000


class PageQuery(serializers.Serializer[Any]):
    """Which page, counted from 1, and how many items on each."""

    page = serializers.IntegerField(min_value=1, max_value=LAST_PAGE, default=1)
    per_page = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=PER_PAGE)


class Pages(BasePagination):
    """The one way in which lists are cut. A page past the end is empty, not an error."""

    page: int
    per_page: int
    total: int

    def paginate_queryset(
        self,
        queryset: QuerySet[Any] | Sequence[Any],
        request: Request,
        view: "APIView | None" = None,  # noqa: ARG002  DRF's signature
    ) -> list[Any]:
        """The rows of the page asked for. Raises `ValidationError` for a bad page or size."""
        query = PageQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        self.page, self.per_page = query.validated_data["page"], query.validated_data["per_page"]
        self.total = queryset.count() if isinstance(queryset, QuerySet) else len(queryset)
        start = (self.page - 1) * self.per_page
        return list(queryset[start : start + self.per_page]) if start < self.total else []

    def get_paginated_response(self, data: Any) -> Response:
        """The answer around one page of items."""
        return Response(
            {
                "items": data,
                "total": self.total,
                "page": self.page,
                "per_page": self.per_page,
                "total_pages": -(-self.total // self.per_page),
            }
        )


@cache
def page_of(item: type[serializers.Serializer[Any]]) -> type[serializers.Serializer[Any]]:
    """The serializer of one page of ``item``, for the description of a list."""
    name = item.__name__.removesuffix("Serializer") + "Page"
    fields = {
        "items": item(many=True),
        "total": serializers.IntegerField(help_text="Items on all pages together."),
        "page": serializers.IntegerField(),
        "per_page": serializers.IntegerField(),
        "total_pages": serializers.IntegerField(),
    }
    return type(
        name, (serializers.Serializer,), {**fields, "__doc__": f"One page of {name[:-4]} items."}
    )
