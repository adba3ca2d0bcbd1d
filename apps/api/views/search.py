"""Questions, and reading what they found."""

from uuid import UUID

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import Endpoint, SearchEndpoint
from apps.api.serializers.search import (
    ChunkTextSerializer,
    MarkSerializer,
    ReadingSerializer,
    RetrieveSerializer,
    SearchAnswerSerializer,
    SearchSerializer,
)
from apps.collections.models import Collection
from apps.retrieval.asking.asked import ask
from apps.retrieval.gain.crediting import credited
from apps.retrieval.reading import read_chunk, read_mark
from apps.retrieval.request import SearchRequest

TAG = ["Search"]
QUESTION = OpenApiExample(
    "A question",
    {"query": "how do I restore a backup", "top_k": 5, "sources": ["collection:Runbooks"]},
    request_only=True,
)
ANSWER = OpenApiExample(
    "One hit",
    {
        "results": [
            {
                "mark": "collection:Runbooks/restore.md#steps",
                "chunk_id": "3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10",
                "document_id": "b7f2a6c4-1d1c-4c7e-8f0a-52a0a2f1d9ce",
                "source": "collection:Runbooks",
                "source_key": "restore.md",
                "title": "Restore a backup",
                "heading_path": ["Restore a backup", "Steps"],
                "section_anchor": "steps",
                "snippet": "1. Stop the service.\n2. Unpack the newest dump.",
                "content_truncated": False,
                "score": 0.032522,
                "streams": {"lexical": {"rank": 1, "score": 0.31}},
                "why": "Words match (rank 1)",
                "provenance": {
                    "kind": "collection",
                    "source": "collection:Runbooks",
                    "label": "Runbooks",
                    "document": "restore.md",
                    "start_line": 9,
                    "end_line": 24,
                    "edited_at": "2026-03-01T09:30:00+00:00",
                },
                "related_chunks": [],
            }
        ],
        "total_tokens": 61,
        "degraded": [],
    },
    response_only=True,
)


class Retrieve(SearchEndpoint):
    """Search across sources."""

    @extend_schema(
        operation_id="retrieve",
        summary="Search everything you can read, or some sources",
        request=RetrieveSerializer,
        responses=SearchAnswerSerializer,
        examples=[QUESTION, ANSWER],
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """By words, by meaning and by name at once; `degraded` tells which of them fell short."""
        values = self.body(RetrieveSerializer)
        lists = {name: tuple(values[name]) for name in ("sources", "kinds", "formats")}
        question = SearchRequest(**{**values, **lists})
        answer = ask(user=self.caller, request=question)
        return Response(credited(self.caller, answer.as_dict()))


class CollectionSearch(SearchEndpoint):
    """Search in one collection."""

    @extend_schema(
        operation_id="searchCollection",
        summary="Search one collection",
        request=SearchSerializer,
        responses=SearchAnswerSerializer,
        examples=[
            OpenApiExample("A question", {"query": "restore a backup"}, request_only=True),
            ANSWER,
        ],
        tags=TAG,
    )
    def post(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """The same answer as `retrieve` gives for that collection alone."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        values = self.body(SearchSerializer)
        question = SearchRequest(**values, sources=(f"collection:{collection_id}",))
        answer = ask(user=self.caller, request=question)
        return Response(credited(self.caller, answer.as_dict()))


class ChunkDetail(Endpoint):
    """One chunk."""

    @extend_schema(
        operation_id="getChunk",
        summary="Read one chunk in full",
        responses=ChunkTextSerializer,
        tags=TAG,
    )
    def get(self, request: Request, chunk_id: UUID) -> Response:  # noqa: ARG002
        """The whole text that a snippet was cut from."""
        chunk = read_chunk(user=self.caller, chunk_id=chunk_id)
        return Response(credited(self.caller, chunk.as_dict()))


class Read(Endpoint):
    """Anything that has a mark."""

    @extend_schema(
        operation_id="read",
        summary="Read by mark",
        parameters=[MarkSerializer],
        responses=ReadingSerializer,
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """A collection, a document, a section of it, or a chunk."""
        mark = self.query(MarkSerializer)["mark"]
        reading = read_mark(user=self.caller, mark=mark)
        return Response(credited(self.caller, reading.as_dict()))
