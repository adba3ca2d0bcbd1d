"""The REST addresses of repositories, below ``/api/repos``."""

from django.urls import path

from apps.api.views import graph, repo_code, repo_contents, repo_documents, repos, webhooks

REPOSITORY = "repos/<str:host>/<str:owner>/<str:name>"

urlpatterns = [
    path("repos", repos.RepositoryList.as_view()),
    path("repos/upload", repos.RepositoryUpload.as_view()),
    path(REPOSITORY, repos.RepositoryDetail.as_view()),
    path(f"{REPOSITORY}/sync", repos.RepositorySync.as_view()),
    path(f"{REPOSITORY}/runs", repos.RepositoryRuns.as_view()),
    path(f"{REPOSITORY}/jobs", repos.RepositoryJobs.as_view()),
    path(f"{REPOSITORY}/documents", repo_documents.RepoDocumentList.as_view()),
    path(
        f"{REPOSITORY}/documents/<ident:document_id>",
        repo_documents.RepoDocumentDetail.as_view(),
    ),
    path(f"{REPOSITORY}/docs", repo_documents.RepoPages.as_view()),
    path(f"{REPOSITORY}/docs/<key:slug>", repo_documents.RepoPage.as_view()),
    path(f"{REPOSITORY}/files/<key:path>", repo_documents.RepoFile.as_view()),
    path(f"{REPOSITORY}/toc", repo_contents.RepoToc.as_view()),
    path(f"{REPOSITORY}/outline", repo_contents.RepoOutline.as_view()),
    path(f"{REPOSITORY}/sections/<key:section_id>", repo_contents.RepoSection.as_view()),
    path(f"{REPOSITORY}/symbols", repo_code.RepoSymbols.as_view()),
    path(f"{REPOSITORY}/refs", repo_code.RepoRefs.as_view()),
    path(f"{REPOSITORY}/drift", repo_code.RepoDrift.as_view()),
    path(f"{REPOSITORY}/graph", graph.RepoGraph.as_view()),
    path("webhooks/<ident:repository_id>", webhooks.Webhook.as_view()),
]
