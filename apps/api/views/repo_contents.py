"""Tables of contents, outlines and sections of repository documents."""

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.pagination import PageQuery, Pages, page_of
from apps.api.serializers.repo_documents import (
    DocumentTocSerializer,
    FileQuerySerializer,
    SectionQuerySerializer,
    SectionTextSerializer,
    TocEntrySerializer,
    TocQuerySerializer,
)
from apps.api.views.repos import RepositoryView
from apps.documents.contents import (
    entry_of,
    outline,
    toc_documents,
    toc_sections,
    toc_trees,
)
from apps.documents.section_text import read_section
from apps.repos.models import Repository
from apps.retrieval.gain.crediting import credited

TAG = ["Repository documents"]


class RepoToc(RepositoryView):
    """The table of contents."""

    @extend_schema(
        operation_id="getRepositoryToc",
        summary="List the sections of a repository or of one file",
        parameters=[PageQuery, TocQuerySerializer],
        responses=PolymorphicProxySerializer(
            "TocPage",
            [page_of(TocEntrySerializer), page_of(DocumentTocSerializer)],
            resource_type_field_name=None,
        ),
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Flat in reading order, or with `tree` nested, one item for each file."""
        values = self.query(TocQuerySerializer)
        found = self.repository(place)
        shown = self.nested if values["tree"] else self.flat
        return shown(found, values["file"])

    def flat(self, repository: Repository, file: str) -> Response:
        """One page of sections."""
        rows = toc_sections(user=self.caller, repository_id=repository.pk, file=file)
        pages = Pages()
        entries = pages.paginate_queryset(rows, self.request)
        return pages.get_paginated_response([entry_of(row).as_dict() for row in entries])

    def nested(self, repository: Repository, file: str) -> Response:
        """One page of files with their sections."""
        rows = toc_documents(user=self.caller, repository_id=repository.pk, file=file)
        pages = Pages()
        documents = pages.paginate_queryset(rows, self.request)
        trees = toc_trees(user=self.caller, documents=documents)
        return pages.get_paginated_response([tree.as_dict() for tree in trees])


class RepoOutline(RepositoryView):
    """The headings of one file."""

    @extend_schema(
        operation_id="getRepositoryOutline",
        summary="Read the heading hierarchy of one file",
        parameters=[FileQuerySerializer],
        responses=DocumentTocSerializer,
        tags=TAG,
    )
    def get(self, request: Request, **place: str) -> Response:  # noqa: ARG002
        """Nested, each with its id; an old path answers with the file as it is now."""
        file = self.query(FileQuerySerializer)["file"]
        found = self.repository(place)
        tree = outline(user=self.caller, repository_id=found.pk, file=file)
        return Response(tree.as_dict())


class RepoSection(RepositoryView):
    """One section."""

    @extend_schema(
        operation_id="getRepositorySection",
        summary="Read one section by its id",
        parameters=[SectionQuerySerializer],
        responses=SectionTextSerializer,
        tags=TAG,
    )
    def get(self, request: Request, section_id: str, **place: str) -> Response:  # noqa: ARG002
        """Verbatim. An id that was renamed answers with the section as it is now and says so."""
        values = self.query(SectionQuerySerializer)
        found = self.repository(place)
        section = read_section(
            user=self.caller,
            repository_id=found.pk,
            section_id=section_id,
            with_context=values["context"],
            with_descendants=values["descendants"],
        )
        return Response(credited(self.caller, section.as_dict()))
