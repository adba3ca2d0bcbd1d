"""Documents of a repository: lists, one in full, pages of the reader, lines of files."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.collections import SearchFilterSerializer
from apps.api.serializers.repo_documents import (
    FileLinesSerializer,
    PageSerializer,
    PageTreeSerializer,
    RangeQuerySerializer,
    RepoChunkSerializer,
    RepoDocumentItemSerializer,
    RepoDocumentSerializer,
    RepoSectionSerializer,
)
from apps.api.views.repos import RepositoryView
from apps.documents.contents import document_sections
from apps.documents.file_lines import read_lines
from apps.documents.library import (
    document_chunks,
    find_document,
    leaves,
    list_documents,
    page_tree,
)
from apps.documents.page_text import read_page

TAG = ["Repository documents"]


class RepoDocumentList(RepositoryView):
    """Indexed documents of one repository."""

    @extend_schema(
        operation_id="listRepositoryDocuments",
        summary="List the indexed documents of a repository",
        parameters=[PageQuery, SearchFilterSerializer],
        responses=page_of(RepoDocumentItemSerializer),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """By path; `search` looks into paths and titles. NOT_READY before the first sync."""
        words = self.query(SearchFilterSerializer)["search"]
        found = self.repository(place)
        rows = list_documents(user=self.caller, repository_id=found.pk, words=words)
        return self.page(rows, RepoDocumentItemSerializer)


class RepoDocumentDetail(RepositoryView):
    """One indexed document."""

    @extend_schema(
        operation_id="getRepositoryDocument",
        summary="Read an indexed document with its sections and chunks",
        responses=RepoDocumentSerializer,
        tags=TAG,
    )
    def get(self, request: Request, document_id: UUID, **place: str) -> Response:  # noqa: ARG002
        """The text as it is indexed, and the exact units that are searched."""
        found = self.repository(place)
        document = find_document(user=self.caller, repository_id=found.pk, document_id=document_id)
        sections = document_sections(user=self.caller, document=document)
        chunks = document_chunks(user=self.caller, document=document)
        shown = RepoChunkSerializer(chunks, many=True, context={"document": document}).data
        return Response(
            {
                **RepoDocumentItemSerializer(document).data,
                "content": document.content,
                "content_hash": document.content_hash,
                "sections": RepoSectionSerializer(sections, many=True).data,
                "chunks": shown,
            }
        )


class RepoPages(RepositoryView):
    """The reader's tree."""

    @extend_schema(
        operation_id="getRepositoryPages",
        summary="List the pages of a repository as a tree",
        responses=PageTreeSerializer,
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Folders as the repository has them; READMEs first."""
        nodes = page_tree(user=self.caller, repository_id=self.repository(place).pk)
        total = sum(1 for _ in leaves(nodes))
        return Response({"items": [node.as_dict() for node in nodes], "total": total})


class RepoPage(RepositoryView):
    """One page."""

    @extend_schema(
        operation_id="getRepositoryPage",
        summary="Read one page with the code it names",
        responses=PageSerializer,
        tags=TAG,
    )
    def get(self, request: Request, slug: str, **place: str) -> Response:  # noqa: ARG002
        """By its slug, or by one that it had before."""
        found = self.repository(place)
        page = read_page(user=self.caller, repository_id=found.pk, slug=slug)
        return Response(PageSerializer(page.as_dict()).data)


class RepoFile(RepositoryView):
    """Lines of a file."""

    @extend_schema(
        operation_id="readRepositoryFile",
        summary="Read lines of any file",
        parameters=[RangeQuerySerializer],
        responses=FileLinesSerializer,
        tags=TAG,
    )
    def get(self, request: Request, path: str, **place: str) -> Response:  # noqa: ARG002
        """At most 1000 lines, exactly as the indexed commit has them."""
        lines = self.query(RangeQuerySerializer)
        found = self.repository(place)
        read = read_lines(user=self.caller, repository_id=found.pk, path=path, **lines)
        return Response(read.as_dict())
