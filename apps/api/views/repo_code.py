"""Code symbols of a repository, references both ways, and names that went stale."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.pagination import PageQuery, Pages, page_of
from apps.api.serializers.code import (
    DriftSerializer,
    RefsQuerySerializer,
    RefsSerializer,
    SymbolItemSerializer,
    SymbolQuerySerializer,
)
from apps.api.views.repos import RepositoryView
from apps.documents.mentions.drift import drift_entry, list_drift
from apps.documents.mentions.refs import find_refs
from apps.documents.mentions.related import symbol_items
from apps.repos.code.finding import search_symbols

TAG = ["Repository code"]


class RepoSymbols(RepositoryView):
    """Symbols of one repository."""

    @extend_schema(
        operation_id="listRepositorySymbols",
        summary="List or find code symbols",
        parameters=[PageQuery, SymbolQuerySerializer],
        responses=page_of(SymbolItemSerializer),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Best first with `query`, else by file and line; each with up to three related chunks."""
        query = self.query(SymbolQuerySerializer)["query"]
        found = self.repository(place)
        rows = search_symbols(user=self.caller, repository_id=found.pk, query=query)
        pages = Pages()
        shown = pages.paginate_queryset(rows, self.request)
        items = symbol_items(user=self.caller, repository=found, symbols=shown)
        return pages.get_paginated_response(items)


class RepoRefs(RepositoryView):
    """References between documents and code."""

    @extend_schema(
        operation_id="getRepositoryRefs",
        summary="Read the symbols of a section, or the sections of a symbol",
        parameters=[RefsQuerySerializer],
        responses=RefsSerializer,
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Give `section_id` or `symbol`; the surest come first, ambiguous ones are marked."""
        values = self.query(RefsQuerySerializer)
        found = self.repository(place)
        refs = find_refs(user=self.caller, repository_id=found.pk, **values)
        return Response(refs.as_dict())


class RepoDrift(RepositoryView):
    """The drift report."""

    @extend_schema(
        operation_id="listRepositoryDrift",
        summary="List names in documents whose symbol is gone",
        parameters=[PageQuery],
        responses=page_of(DriftSerializer),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """By file and line: what was renamed or removed while the documents still name it."""
        rows = list_drift(user=self.caller, repository_id=self.repository(place).pk)
        pages = Pages()
        shown = pages.paginate_queryset(rows, self.request)
        return pages.get_paginated_response([drift_entry(row).as_dict() for row in shown])
