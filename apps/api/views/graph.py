"""Graphs: the files, sections and code of a source, and how they hang together."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.serializers.graph import GraphQuerySerializer, GraphSerializer
from apps.api.views.collections import CollectionView
from apps.api.views.repos import RepositoryView
from apps.documents.locating import check_ready
from apps.retrieval.graph.collections import collection_graph
from apps.retrieval.graph.graph import Wanted
from apps.retrieval.graph.repositories import repository_graph


class RepoGraph(RepositoryView):
    """The graph of a repository."""

    @extend_schema(
        operation_id="getRepositoryGraph",
        summary="Read the graph of a repository",
        parameters=[GraphQuerySerializer],
        responses=GraphSerializer,
        tags=["Repository documents"],
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """At most 1500 nodes: documents, then sections (of `file`, or of few), then code."""
        wanted = Wanted(file=self.query(GraphQuerySerializer)["file"])
        found = check_ready(self.repository(place))
        graph = repository_graph(user=self.caller, repository=found, wanted=wanted)
        return Response(graph.as_dict())


class CollectionGraph(CollectionView):
    """The graph of a collection."""

    @extend_schema(
        operation_id="getCollectionGraph",
        summary="Read the graph of a collection",
        parameters=[GraphQuerySerializer],
        responses=GraphSerializer,
        tags=["Collections"],
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """At most 1500 nodes: documents, then the sections of `file`, or of few documents."""
        wanted = Wanted(file=self.query(GraphQuerySerializer)["file"])
        found = self.one(self.readable(), pk=collection_id)
        graph = collection_graph(user=self.caller, collection=found, wanted=wanted)
        return Response(graph.as_dict())
