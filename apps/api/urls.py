"""The REST addresses, below ``/api/``."""

from django.urls import URLPattern, URLResolver, path, re_path

from apps.api import (
    paths,  # noqa: F401  registers the converters used below
    repo_urls,
    schema,  # noqa: F401  tells drf-spectacular how requests authenticate
)
from apps.api.failures import unknown_address
from apps.api.views import (
    access,
    attachments,
    by_key,
    collections,
    context,
    description,
    documents,
    gain,
    grants,
    graph,
    jobs,
    links,
    query_log,
    revisions,
    routes,
    search,
    tokens,
    uploads,
)

COLLECTION = "md-collections/<ident:collection_id>"
ATTACHMENT = f"{COLLECTION}/attachments/<ident:attachment_id>"
DOCUMENTS = f"{COLLECTION}/documents"
DOCUMENT = f"{DOCUMENTS}/<ident:document_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("md-collections", collections.CollectionList.as_view()),
    path("md-collections/-/jobs", jobs.AllCollectionJobs.as_view()),
    path("md-collections/-/jobs/<ident:job_id>/retry", jobs.JobRetry.as_view()),
    path(COLLECTION, collections.CollectionDetail.as_view()),
    path(f"{COLLECTION}/attachments", attachments.AttachmentList.as_view()),
    path(ATTACHMENT, attachments.AttachmentDetail.as_view(), name="api-attachment"),
    path(f"{ATTACHMENT}/content", attachments.AttachmentContent.as_view()),
    path(f"{COLLECTION}/graph", graph.CollectionGraph.as_view()),
    path(f"{COLLECTION}/links", links.CollectionLinks.as_view()),
    path(f"{COLLECTION}/search", search.CollectionSearch.as_view()),
    path(f"{COLLECTION}/embed-status", jobs.EmbedState.as_view()),
    path(f"{COLLECTION}/re-embed", jobs.Reembed.as_view()),
    path(f"{COLLECTION}/export", collections.CollectionExport.as_view()),
    path(f"{COLLECTION}/jobs", jobs.CollectionJobs.as_view()),
    path(DOCUMENTS, uploads.DocumentList.as_view()),
    path(f"{DOCUMENTS}/batch", uploads.DocumentBatch.as_view()),
    path(f"{DOCUMENTS}/by-key/<key:source_key>", by_key.DocumentByKey.as_view()),
    # The same, for those who leave the folder out.
    path(f"{COLLECTION}/by-key/<key:source_key>", by_key.SameDocumentByKey.as_view()),
    path(DOCUMENT, documents.DocumentDetail.as_view(), name="api-document"),
    path(f"{DOCUMENT}/chunks", documents.DocumentChunks.as_view()),
    path(f"{DOCUMENT}/links", links.DocumentLinks.as_view()),
    path(f"{DOCUMENT}/revisions", revisions.DocumentRevisions.as_view()),
    path(f"{DOCUMENT}/revisions/<int:number>", revisions.RevisionDetail.as_view()),
    path("jobs/<ident:job_id>", jobs.JobDetail.as_view()),
    path("retrieve", search.Retrieve.as_view()),
    path("route", routes.Route.as_view()),
    path("context", context.Context.as_view()),
    path("chunks/<ident:chunk_id>", search.ChunkDetail.as_view()),
    path("read", search.Read.as_view()),
    path("me/query-log", query_log.QueryLog.as_view()),
    path("access/grants", grants.Grants.as_view()),
    path("me/gain", gain.Gain.as_view()),
    path("access/readers", access.Readers.as_view()),
    path("access/readable", access.Readable.as_view()),
    path("me/tokens", tokens.TokenList.as_view()),
    path("me/tokens/<ident:token_id>", tokens.TokenDetail.as_view()),
    path("me/tokens/<ident:token_id>/rotate", tokens.TokenRotation.as_view()),
    *repo_urls.urlpatterns,
    path("schema/", description.SchemaView.as_view(), name="api-schema"),
    path("docs/", description.docs, name="api-docs"),
    # The last resort; everything else stands above it.
    re_path(r"(?P<rest>[\s\S]*)", unknown_address),
]
