"""The pages of the admin."""

from dataclasses import replace

from tests.architecture.door import WORD, Call, Door, get, page, post


def with_pages(door: Door, *paths: str) -> Door:
    """A page of the admin with what lies beside its forms, looked at and sent."""
    calls = (Call(path, method) for path in paths for method in ("get", "post"))
    return replace(door, calls=(*door.calls, *calls))


COMPLETE = "/admin/autocomplete/?app_label={}&model_name={}&field_name={}&term="
ADMIN = {
    "admin/autocomplete/": get(
        COMPLETE.format("collections", "collectiongroupgrant", "group"),
        COMPLETE.format("collections", "collectionusergrant", "user"),
        COMPLETE.format("access", "accesstoken", "user"),
        shows=False,
    ),
    "admin/access-file/": Door(
        (Call("/admin/access-file/"), Call("/admin/access-file/", "post", {"step": "export"})),
        shows=False,
    ),
    "admin/grants/": Door((Call("/admin/grants/"), Call(f"/admin/grants/?source={WORD}"))),
    "admin/access/user/<id>/password/": Door(
        (Call("/admin/access/user/{user}/password/"), post("/admin/access/user/{user}/password/")),
        shows=False,
    ),
    "admin:access.AccessToken": with_pages(
        page("access.AccessToken", "token"),
        "/admin/access/accesstoken/{token}/readable/",
        "/admin/access/accesstoken/{token}/rotate/",
    ),
    "admin:access.AuditEntry": replace(page("access.AuditEntry", "entry"), shown_to="admin"),
    "admin:access.User": with_pages(
        page("access.User", "user"),
        "/admin/access/user/{user}/readable/",
        "/admin/access/user/{user}/view_as/",
        "/admin/access/user/{user}/revoke-tokens/",
    ),
    "admin:auth.Group": with_pages(
        page("auth.Group", "group"), "/admin/auth/group/{group}/readable/"
    ),
    "admin:collections.Collection": with_pages(
        page("collections.Collection", "collection", "owner__id__exact={user}"),
        "/admin/collections/collection/{collection}/readers/",
    ),
    "admin:collections.Document": page(
        "collections.Document", "document", "collection__id__exact={collection}"
    ),
    "admin:documents.RepoDocument": page(
        "documents.RepoDocument", "repo_document", "repository__id__exact={repository}"
    ),
    "admin:retrieval.AskedQuestion": page("retrieval.AskedQuestion", "asked"),
    "admin:retrieval.TokenGain": replace(page("retrieval.TokenGain", "gain"), shown_to="admin"),
    "admin:retrieval.GoldenQuestion": replace(
        page("retrieval.GoldenQuestion", "golden"), shown_to="admin"
    ),
    "admin:retrieval.EvaluationRun": replace(
        page("retrieval.EvaluationRun", "evaluation"), shown_to="admin"
    ),
    "admin:retrieval.BriefingVersion": replace(
        page("retrieval.BriefingVersion", "briefing"), shown_to="admin"
    ),
    "admin/retrieval/evaluationrun/progress/": get(
        "/admin/retrieval/evaluationrun/progress/", shows=False
    ),
    "admin/retrieval/askedquestion/gaps/": get(
        "/admin/retrieval/askedquestion/gaps/",
        "/admin/retrieval/askedquestion/gaps/?source={collection}",
    ),
    "admin/retrieval/goldenquestion/import/": Door(
        (
            Call("/admin/retrieval/goldenquestion/import/"),
            post(
                "/admin/retrieval/goldenquestion/import/",
                {"text": "question,marks\nx,{mark}/{key}\n"},
            ),
        ),
        shows=False,
    ),
    "admin/retrieval/goldenquestion/suggest/": replace(
        get(f"/admin/retrieval/goldenquestion/suggest/?words={WORD}"), shown_to="admin"
    ),
    "admin:jobs.Job": page("jobs.Job", "job"),
    "admin:repos.Repository": with_pages(
        page("repos.Repository", "repository"), "/admin/repos/repository/{repository}/readers/"
    ),
    "admin:repos.SyncRun": page("repos.SyncRun", "run", "repository__id__exact={repository}"),
}
