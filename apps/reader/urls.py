"""The pages. ``-`` opens our own pages, so that names and keys stay free."""

from django.urls import URLPattern, URLResolver, path, register_converter

from apps.reader.converters import KeyConverter, NameConverter
from apps.reader.repos.urls import urlpatterns as repositories
from apps.reader.views import (
    account,
    collections,
    connect,
    documents,
    editing,
    files,
    gain,
    graphs,
    history,
    home,
    jobs,
    llms,
    packs,
    query_log,
    search,
    session,
    settings,
    sharing,
    sso,
    upkeep,
    uploads,
)

register_converter(NameConverter, "collection_name")
register_converter(KeyConverter, "source_key")
register_converter(KeyConverter, "mark")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    path("llms.txt", llms.entrance, name="llms"),
    path("search", search.search, name="search"),
    path("pack", packs.pack, name="pack"),
    path("graph", graphs.graphs, name="graphs"),
    path("graph/<mark:mark>", graphs.graph, name="graph"),
    path("login", session.Login.as_view(), name="login"),
    path("logout", session.Logout.as_view(), name="logout"),
    path("sso/login", sso.begin, name="sso_login"),
    path("sso/callback", sso.callback, name="sso_callback"),
    path("view-as/end", session.end_view_as, name="end_view"),
    path("theme", session.choose_theme, name="theme"),
    path("account/tokens", account.tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/revoke", account.revoke, name="revoke_token"),
    path("account/query-log", query_log.query_log, name="query_log"),
    path("account/tokens/<uuid:token_id>/rotate", account.rotate, name="rotate_token"),
    path("account/tokens/revoke-all", account.revoke_all, name="revoke_all_tokens"),
    path("account/sessions", account.sessions, name="sessions"),
    path("account/sessions/<uuid:sign_in_id>/end", account.end_session, name="end_session"),
    path("account/sessions/end-others", account.end_other_sessions, name="end_other_sessions"),
    path("account/password", session.ChangePassword.as_view(), name="password"),
    path("account/gain", gain.gain, name="gain"),
    path("account/connect", connect.connect, name="connect"),
    *repositories,
    path("docs", collections.shelf, name="collections"),
    path("docs/jobs", jobs.all_jobs, name="jobs"),
    path("docs/jobs/<uuid:job_id>", jobs.job, name="job"),
    path("docs/jobs/<uuid:job_id>/retry", jobs.retry, name="retry_job"),
    path("docs/-/new", collections.new, name="new_collection"),
    path("docs/<collection_name:collection>", collections.collection, name="collection"),
    path("docs/<collection_name:collection>/llms.txt", llms.collection, name="collection_llms"),
    path("docs/<collection_name:collection>/-/upload", uploads.upload, name="upload"),
    path("docs/<collection_name:collection>/-/jobs", jobs.collection_jobs, name="collection_jobs"),
    path("docs/<collection_name:collection>/-/export", collections.export, name="export"),
    path("docs/<collection_name:collection>/-/re-embed", settings.reembed, name="reembed"),
    path("docs/<collection_name:collection>/-/files", files.files, name="files"),
    path(
        "docs/<collection_name:collection>/-/files/<source_key:key>",
        files.attachment,
        name="attachment",
    ),
    path(
        "docs/<collection_name:collection>/-/file/<uuid:attachment_id>/delete",
        files.delete,
        name="delete_attachment",
    ),
    path("docs/<collection_name:collection>/-/links", collections.links, name="collection_links"),
    path(
        "docs/<collection_name:collection>/-/settings",
        settings.settings,
        name="collection_settings",
    ),
    path(
        "docs/<collection_name:collection>/-/sharing",
        sharing.collection,
        name="collection_sharing",
    ),
    path("docs/<collection_name:collection>/-/visibility", settings.visibility, name="visibility"),
    path("docs/<collection_name:collection>/-/delete", settings.delete, name="delete_collection"),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>",
        documents.document_by_id,
        name="document_by_id",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/edit",
        editing.edit_by_id,
        name="document_edit",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/history",
        history.history_by_id,
        name="document_history",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/history/<int:number>",
        history.revision,
        name="document_revision",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/restore/<int:number>",
        history.restore,
        name="document_restore",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/rename",
        upkeep.rename,
        name="document_rename",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/delete",
        upkeep.delete,
        name="document_delete",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/review",
        upkeep.review,
        name="document_review",
    ),
    path(
        "docs/<collection_name:collection>/-/document/<uuid:document_id>/reviewed",
        upkeep.reviewed,
        name="document_reviewed",
    ),
    path("docs/<collection_name:collection>/-/overdue", upkeep.overdue, name="overdue"),
    path("docs/<collection_name:collection>/-/new", editing.new, name="new_page"),
    path("docs/<collection_name:collection>/<source_key:key>/edit", editing.edit, name="edit"),
    path(
        "docs/<collection_name:collection>/<source_key:key>/history",
        history.history,
        name="history",
    ),
    path("docs/<collection_name:collection>/<source_key:key>", documents.document, name="document"),
]
