"""The pages of the admin."""

from dataclasses import replace

from tests.architecture.door import WORD, Call, Door, get, page, post


def beside(model: str, place: str, *names: str, shown_to: str = "") -> dict[str, Door]:
    """What lies beside the forms of one row, looked at and sent; it shows to whom is named."""
    root = f"admin/{model}"
    return {
        f"{root}/<path:object_id>/{name}/": Door(
            (
                Call(f"/{root}/{{{place}}}/{name}/"),
                # Unfold's dialogs do nothing without this field.
                post(f"/{root}/{{{place}}}/{name}/", {"_form_submitted": "True"}),
            ),
            shows=bool(shown_to),
            shown_to=shown_to or "owner",
        )
        for name in names
    }


COMPLETE = "/admin/autocomplete/?app_label={}&model_name={}&field_name={}&term="
ADMIN = {
    # Figures only; tests/admin/test_dashboard.py counts what they count.
    "admin/": get("/admin/", shows=False),
    # It knows the admin's pages, and no row.
    "admin/search/": get(
        f"/admin/search/?s={WORD}", f"/admin/search/?s={WORD}&extended=1", shows=False
    ),
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
    "admin:access.AccessToken": page("access.AccessToken", "token"),
    **beside("access/accesstoken", "token", "readable", "rotate", shown_to="owner"),
    **beside("access/accesstoken", "token", "revoke"),
    "admin:access.AuditEntry": replace(page("access.AuditEntry", "entry"), shown_to="admin"),
    "admin:access.User": page("access.User", "user"),
    **beside("access/user", "user", "readable", shown_to="owner"),
    **beside("access/user", "user", "view_as", "revoke-tokens"),
    "admin:auth.Group": page("auth.Group", "group"),
    **beside("auth/group", "group", "readable", shown_to="admin"),
    "admin:collections.Collection": page(
        "collections.Collection", "collection", "owner__id__exact={user}"
    ),
    **beside("collections/collection", "collection", "readers", shown_to="owner"),
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
    "admin/retrieval/askedquestion/to-gaps/": get(
        "/admin/retrieval/askedquestion/to-gaps/", shows=False
    ),
    "admin/retrieval/goldenquestion/to-import/": get(
        "/admin/retrieval/goldenquestion/to-import/", shows=False
    ),
    **beside("retrieval/briefingversion", "briefing", "restore"),
    "admin:jobs.Job": page("jobs.Job", "job"),
    **beside("jobs/job", "job", "retry"),
    "admin:repos.Repository": page("repos.Repository", "repository"),
    **beside("repos/repository", "repository", "readers", shown_to="owner"),
    **beside("repos/repository", "repository", "sync"),
    "admin:repos.SyncRun": page("repos.SyncRun", "run", "repository__id__exact={repository}"),
}
