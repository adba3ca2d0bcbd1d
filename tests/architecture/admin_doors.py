"""The pages of the admin."""

from dataclasses import replace

from tests.architecture.door import Call, Door, get, page, post

COMPLETE = "/admin/autocomplete/?app_label={}&model_name={}&field_name={}&term="
ADMIN = {
    "admin/autocomplete/": get(
        COMPLETE.format("collections", "collectiongroupgrant", "group"),
        COMPLETE.format("collections", "collectionusergrant", "user"),
        COMPLETE.format("access", "accesstoken", "user"),
        shows=False,
    ),
    "admin/access/user/<id>/password/": Door(
        (Call("/admin/access/user/{user}/password/"), post("/admin/access/user/{user}/password/")),
        shows=False,
    ),
    "admin:access.AccessToken": page("access.AccessToken", "token"),
    "admin:access.AuditEntry": replace(page("access.AuditEntry", "entry"), shown_to="admin"),
    "admin:access.User": page("access.User", "user"),
    "admin:auth.Group": page("auth.Group", "group"),
    "admin:collections.Collection": page(
        "collections.Collection", "collection", "owner__id__exact={user}"
    ),
    "admin:collections.Document": page(
        "collections.Document", "document", "collection__id__exact={collection}"
    ),
    "admin:documents.RepoDocument": page(
        "documents.RepoDocument", "repo_document", "repository__id__exact={repository}"
    ),
    "admin:jobs.Job": page("jobs.Job", "job"),
    "admin:repos.Repository": page("repos.Repository", "repository"),
    "admin:repos.SyncRun": page("repos.SyncRun", "run", "repository__id__exact={repository}"),
}
