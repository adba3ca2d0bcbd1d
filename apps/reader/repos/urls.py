"""The pages of repositories. ``-`` opens pages that are no documents; no host is called so."""

from django.urls import URLPattern, URLResolver, path, register_converter

from apps.reader.converters import KeyConverter, NameConverter
from apps.reader.views import llms, sharing
from apps.reader.views.repos import adding, files, reading, reports, runs, settings, shelf

register_converter(NameConverter, "repo_part")
register_converter(KeyConverter, "repo_path")

ONE = "repos/<repo_part:host>/<repo_part:owner>/<repo_part:name>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("repos", shelf.shelf, name="repositories"),
    path("repos/-/new", adding.new, name="new_repository"),
    path("repos/-/upload", adding.upload, name="upload_repository"),
    path(ONE, reading.overview, name="repo_overview"),
    path(f"{ONE}/docs", reading.docs, name="repo_docs"),
    path(f"{ONE}/docs/<repo_path:slug>", reading.document, name="repo_page"),
    path(f"{ONE}/llms.txt", llms.repository, name="repo_llms"),
    path(f"{ONE}/-/pages", reading.pages, name="repo_pages"),
    path(f"{ONE}/-/files/<repo_path:path>", files.file, name="repo_file"),
    path(f"{ONE}/-/code/<repo_path:path>", files.code, name="repo_code"),
    path(f"{ONE}/-/drift", reports.drift, name="repo_drift"),
    path(f"{ONE}/-/links", reports.links, name="repo_links"),
    path(f"{ONE}/-/runs", runs.runs, name="repo_runs"),
    path(f"{ONE}/-/runs/<uuid:run_id>", runs.run, name="repo_run"),
    path(f"{ONE}/-/sync", runs.sync, name="repo_sync"),
    path(f"{ONE}/-/settings", settings.settings, name="repo_settings"),
    path(f"{ONE}/-/secrets", settings.secrets, name="repo_secrets"),
    path(f"{ONE}/-/archive", settings.archive, name="repo_archive"),
    path(f"{ONE}/-/sharing", sharing.repository, name="repo_sharing"),
    path(f"{ONE}/-/visibility", settings.visibility, name="repo_visibility"),
    path(f"{ONE}/-/delete", settings.delete, name="repo_delete"),
]
