"""The table of doors: each way into the product, and what the leak matrix asks at it.

A door is named as the inventory finds it: by its URL pattern, as `admin:MODEL` for a page of the
admin, as `mcp:TOOL` for an MCP tool. A door that is missing here fails the inventory test.

Places in braces are filled from a target (tests/leaks/world.py): once from what is hidden, once
from what does not exist. Calls without a place are lists, in which the hidden must not show.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

WORD = "zyxxq"


@dataclass(frozen=True, slots=True)
class Call:
    """One request at a door. ``writes`` marks what somebody who may only read is refused."""

    path: str
    method: str = "get"
    body: Mapping[str, Any] | None = None
    writes: bool = False
    headers: Mapping[str, str] | None = None

    @property
    def is_aimed(self) -> bool:
        """Whether the call names something that may be hidden."""
        texts = [self.path, *(str(value) for value in (self.body or {}).values())]
        return any("{" in text.replace("[{", "") for text in texts)


@dataclass(frozen=True, slots=True)
class Door:
    """What is asked at one door; where it ``shows`` the hidden, ``shown_to`` sees it there."""

    calls: tuple[Call, ...]
    shows: bool = True
    shown_to: str = "owner"


def get(*paths: str, shows: bool = True) -> Door:
    """A door at which one only looks."""
    return Door(tuple(Call(path) for path in paths), shows)


def post(path: str, body: Mapping[str, Any] | None = None, *, method: str = "post") -> Call:
    """A call that changes something."""
    return Call(path, method, body or {}, writes=True)


def ask(path: str, body: Mapping[str, Any]) -> Call:
    """A search: sent by POST, changes nothing."""
    return Call(path, "post", body)


def tool(*calls: Mapping[str, Any]) -> Door:
    """A tool of the MCP server, called with these arguments."""
    return Door(tuple(Call("/mcp", "post", dict(arguments)) for arguments in calls))


def page(model: str, place: str, *fields: str) -> Door:
    """A page of the admin: the list, its search, and what belongs to one row."""
    root = f"/admin/{model.replace('.', '/').lower()}"
    calls = [Call(f"{root}/"), Call(f"{root}/?q={WORD}"), *(Call(f"{root}/?{f}") for f in fields)]
    calls += [Call(f"{root}/{{{place}}}/{name}/") for name in ("change", "history", "delete")]
    calls += [post(f"{root}/{{{place}}}/{name}/", {"post": "yes"}) for name in ("change", "delete")]
    return Door(tuple(calls))


def editor(path: str) -> Door:
    """The editor of a document, with all its buttons."""
    buttons = ("publish", "draft", "preview", "merge", "discard")
    body = {"content": "# x", "base_version": "1", "result": "# y"}
    return Door((Call(path), *(post(path, {**body, "do": button}) for button in buttons)))


def form_page(name: str, body: Mapping[str, Any]) -> Door:
    """A page around a document with one form."""
    path = f"{DOC}/-/document/{{document}}/{name}"
    return Door((Call(path), post(path, body)))


# Nothing behind these depends on what somebody may read.
SILENT = frozenset(
    {
        *("healthz", "readyz", "login", "logout", "theme", "account/password", "account/connect"),
        *("api/schema/", "api/docs/", "api/(?P<rest>[\\s\\S]*)"),
        # The endpoint itself; its tools are doors of their own.
        *("mcp", "mcp/", ".well-known/oauth-protected-resource"),
        ".well-known/oauth-protected-resource/mcp",
        *("admin/", "admin/login/", "admin/logout/", "admin/jsi18n/", "admin/search/"),
        *("admin/password_change/", "admin/password_change/done/", "admin/(?P<url>.*)$"),
        "admin/^(?P<app_label>access|auth|jobs|repos|documents|collections)/$",
    }
)

DOC = "/docs/{name}"
PAGE = "docs/<collection_name:collection>/-/document/<uuid:document_id>"
READER = {
    "": get("/"),
    "search": Door(
        (
            Call(f"/search?q={WORD}"),
            Call(f"/search?q={WORD}&source={{mark}}"),
            Call(f"/search?q={WORD}", headers={"HX-Request": "true"}),
        )
    ),
    "account/tokens": get("/account/tokens", shows=False),
    "account/tokens/<uuid:token_id>/revoke": Door(
        (Call("/account/tokens/{token}/revoke"), Call("/account/tokens/{token}/revoke", "post")),
        shows=False,
    ),
    "docs": get("/docs", f"/docs?filter={WORD}"),
    "docs/jobs": get("/docs/jobs"),
    "docs/jobs/<uuid:job_id>/retry": Door((post("/docs/jobs/{job}/retry"),), shows=False),
    "docs/-/new": Door(
        (
            Call("/docs/-/new"),
            Call("/docs/-/new", "post", {"name": "{name}", "visibility": "private"}),
        ),
        shows=False,
    ),
    "docs/<collection_name:collection>": get(DOC, f"{DOC}?filter={WORD}"),
    "docs/<collection_name:collection>/-/upload": Door(
        (Call(f"{DOC}/-/upload"), post(f"{DOC}/-/upload"))
    ),
    "docs/<collection_name:collection>/-/jobs": get(f"{DOC}/-/jobs"),
    "docs/<collection_name:collection>/-/links": get(f"{DOC}/-/links"),
    "docs/<collection_name:collection>/-/settings": Door(
        (Call(f"{DOC}/-/settings"), post(f"{DOC}/-/settings", {"name": "x", "description": "x"}))
    ),
    "docs/<collection_name:collection>/-/visibility": Door(
        (Call(f"{DOC}/-/visibility"), post(f"{DOC}/-/visibility", {"visibility": "public"}))
    ),
    "docs/<collection_name:collection>/-/delete": Door(
        (Call(f"{DOC}/-/delete"), post(f"{DOC}/-/delete", {"name": "{name}"}))
    ),
    PAGE: get(f"{DOC}/-/document/{{document}}"),
    "docs/<collection_name:collection>/-/new": Door(
        (
            Call(f"{DOC}/-/new"),
            Call(f"{DOC}/-/new?template=runbook"),
            post(f"{DOC}/-/new", {"source_key": "new.md", "content": "# x", "base_version": "0"}),
            post(f"{DOC}/-/new", {"source_key": "new.md", "content": "# x", "do": "draft"}),
        )
    ),
    f"{PAGE}/edit": editor(f"{DOC}/-/document/{{document}}/edit"),
    f"{PAGE}/rename": form_page("rename", {"source_key": "x.md", "expected_version": "1"}),
    f"{PAGE}/delete": form_page("delete", {"expected_version": "1"}),
    f"{PAGE}/review": form_page("review", {"owner": "", "interval_days": "9"}),
    f"{PAGE}/reviewed": form_page("reviewed", {}),
    "docs/<collection_name:collection>/-/overdue": get(f"{DOC}/-/overdue"),
    f"{PAGE}/history": get(
        *(f"{DOC}/-/document/{{document}}/history{tail}" for tail in ("", "?old=1&new=1"))
    ),
    f"{PAGE}/history/<int:number>": get(f"{DOC}/-/document/{{document}}/history/1"),
    f"{PAGE}/restore/<int:number>": Door(
        (post(f"{DOC}/-/document/{{document}}/restore/1"),), shows=False
    ),
    "docs/<collection_name:collection>/<source_key:key>/history": get(
        f"{DOC}/{{key}}/history", f"{DOC}/{{key}}/history?old=1&new=1"
    ),
    "docs/<collection_name:collection>/<source_key:key>/edit": editor(f"{DOC}/{{key}}/edit"),
    "docs/<collection_name:collection>/<source_key:key>": get(
        *(f"{DOC}/{{key}}{tail}" for tail in ("", "?tab=raw", "?tab=metadata", "?tab=chunks")),
        f"{DOC}/{{key}}.md",
        f"{DOC}/{{key}}?raw",
    ),
}

ROOT = "/api/md-collections"
ONE = f"{ROOT}/{{collection}}"
ID = "api/md-collections/<ident:collection_id>"
KEYED = Door(
    (
        Call(f"{ONE}/documents/by-key/{{key}}"),
        post(f"{ONE}/documents/by-key/{{key}}", {"content": "# x"}, method="put"),
        post(f"{ONE}/documents/by-key/{{key}}", method="delete"),
    )
)
API = {
    "api/md-collections": Door(
        (
            Call(ROOT),
            Call(f"{ROOT}?search={WORD}"),
            Call(ROOT, "post", {"name": "{name}"}),
        )
    ),
    "api/md-collections/-/jobs": get(f"{ROOT}/-/jobs"),
    "api/md-collections/-/jobs/<ident:job_id>/retry": Door(
        (post(f"{ROOT}/-/jobs/{{job}}/retry"),), shows=False
    ),
    ID: Door(
        (Call(ONE), post(ONE, {"description": "x"}, method="patch"), post(ONE, method="delete"))
    ),
    f"{ID}/links": get(f"{ONE}/links", f"{ONE}/links?state=unresolved"),
    f"{ID}/search": Door((ask(f"{ONE}/search", {"query": WORD}),)),
    f"{ID}/embed-status": get(f"{ONE}/embed-status", shows=False),
    f"{ID}/re-embed": Door((post(f"{ONE}/re-embed"),), shows=False),
    f"{ID}/jobs": get(f"{ONE}/jobs"),
    f"{ID}/documents": Door(
        (
            Call(f"{ONE}/documents"),
            post(f"{ONE}/documents", {"source_key": "b.md", "content": "# x"}),
        )
    ),
    f"{ID}/documents/batch": Door(
        (post(f"{ONE}/documents/batch", {"documents": [{"source_key": "b.md", "content": "x"}]}),),
        shows=False,
    ),
    f"{ID}/documents/by-key/<key:source_key>": KEYED,
    f"{ID}/by-key/<key:source_key>": get(f"{ONE}/by-key/{{key}}"),
    f"{ID}/documents/<ident:document_id>": Door(
        (
            Call(f"{ONE}/documents/{{document}}"),
            post(f"{ONE}/documents/{{document}}", method="delete"),
        )
    ),
    f"{ID}/documents/<ident:document_id>/chunks": get(f"{ONE}/documents/{{document}}/chunks"),
    f"{ID}/documents/<ident:document_id>/revisions": get(f"{ONE}/documents/{{document}}/revisions"),
    f"{ID}/documents/<ident:document_id>/revisions/<int:number>": get(
        f"{ONE}/documents/{{document}}/revisions/1"
    ),
    f"{ID}/documents/<ident:document_id>/links": get(f"{ONE}/documents/{{document}}/links"),
    "api/jobs/<ident:job_id>": get("/api/jobs/{job}"),
    "api/retrieve": Door(
        (
            ask("/api/retrieve", {"query": WORD}),
            ask("/api/retrieve", {"query": WORD, "sources": ["{mark}"]}),
        )
    ),
    "api/chunks/<ident:chunk_id>": get("/api/chunks/{chunk}"),
    "api/read": get(
        "/api/read?mark={mark}", "/api/read?mark={mark}/{key}", "/api/read?mark=chunk:{chunk}"
    ),
    "api/me/tokens": get("/api/me/tokens", shows=False),
    "api/me/tokens/<ident:token_id>": Door(
        (Call("/api/me/tokens/{token}", "delete"),), shows=False
    ),
}

MCP = {
    "mcp:collections": tool({}, {"search": WORD}),
    "mcp:retrieve": tool({"query": WORD}),
    "mcp:collection_search": tool(
        *({"collection": place, "query": WORD} for place in ("{name}", "{mark}", "{collection}"))
    ),
    "mcp:outline": tool({"mark": "{mark}"}, {"mark": "{mark}/{key}"}),
    "mcp:collection_document": tool({"mark": "{mark}/{key}"}, {"mark": "{mark}/{key}#top"}),
    "mcp:read_chunk": tool({"id": "{chunk}"}, {"id": "chunk:{chunk}"}),
}

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

DOORS: dict[str, Door] = READER | API | MCP | ADMIN
