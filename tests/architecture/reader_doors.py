"""The pages."""

from collections.abc import Mapping
from typing import Any

from tests.architecture.door import WORD, Call, Door, get, post

DOC = "/docs/{name}"
PAGE = "docs/<collection_name:collection>/-/document/<uuid:document_id>"


def editor(path: str) -> Door:
    """The editor of a document, with all its buttons."""
    buttons = ("publish", "draft", "draft-over", "preview", "merge", "discard", "attach")
    body = {"content": "# x", "base_version": "1", "result": "# y"}
    return Door((Call(path), *(post(path, {**body, "do": button}) for button in buttons)))


def form_page(name: str, body: Mapping[str, Any]) -> Door:
    """A page around a document with one form."""
    path = f"{DOC}/-/document/{{document}}/{name}"
    return Door((Call(path), post(path, body)))


READER = {
    "": get("/"),
    "search": Door(
        (
            Call(f"/search?q={WORD}"),
            Call(f"/search?q={WORD}&source={{mark}}"),
            Call(f"/search?q={WORD}", headers={"HX-Request": "true"}),
        )
    ),
    "llms.txt": get("/llms.txt"),
    "docs/<collection_name:collection>/llms.txt": get(f"{DOC}/llms.txt"),
    "pack": Door(
        (Call(f"/pack?task={WORD}"), Call(f"/pack?task={WORD}&source={{mark}}"), Call("/pack"))
    ),
    "route": get(f"/route?q={WORD}", f"/route?q={WORD}&top_k=10", "/route"),
    "graph": get("/graph"),
    "graph/<mark:mark>": get(
        *("/graph/{mark}", "/graph/{mark}/{key}", f"/graph/{{mark}}?task={WORD}"),
        *("/graph/repo:{slug}", "/graph/repo:{slug}/{path}", "/graph/chunk:{chunk}"),
        *("/graph/repo:{slug}/{section}", "/graph/symbol:{slug}/{symbol}"),
    ),
    "account/gain": get("/account/gain", "/account/gain?period=week"),
    "account/tokens": get("/account/tokens", shows=False),
    "account/query-log": Door(
        (Call("/account/query-log"), Call("/account/query-log", "post")), shows=False
    ),
    "account/tokens/<uuid:token_id>/revoke": Door(
        (Call("/account/tokens/{token}/revoke"), Call("/account/tokens/{token}/revoke", "post")),
        shows=False,
    ),
    "account/tokens/<uuid:token_id>/rotate": Door(
        (Call("/account/tokens/{token}/rotate"), Call("/account/tokens/{token}/rotate", "post")),
        shows=False,
    ),
    "account/tokens/revoke-all": get("/account/tokens/revoke-all", shows=False),
    "account/sessions": get("/account/sessions", shows=False),
    "account/sessions/<uuid:sign_in_id>/end": Door(
        (Call("/account/sessions/{sign_in}/end", "post"),), shows=False
    ),
    "account/sessions/end-others": get("/account/sessions/end-others", shows=False),
    "docs": get("/docs", f"/docs?filter={WORD}"),
    "docs/jobs": get("/docs/jobs"),
    "docs/jobs/<uuid:job_id>": get("/docs/jobs/{job}"),
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
    "docs/<collection_name:collection>/-/export": get(f"{DOC}/-/export"),
    "docs/<collection_name:collection>/-/re-embed": Door(
        (Call(f"{DOC}/-/re-embed"), post(f"{DOC}/-/re-embed"))
    ),
    "docs/<collection_name:collection>/-/files": get(f"{DOC}/-/files"),
    "docs/<collection_name:collection>/-/files/<source_key:key>": get(
        f"{DOC}/-/files/{{file}}", f"{DOC}/{{file}}"
    ),
    "docs/<collection_name:collection>/-/file/<uuid:attachment_id>/delete": Door(
        (
            Call(f"{DOC}/-/file/{{attachment}}/delete"),
            post(f"{DOC}/-/file/{{attachment}}/delete"),
        )
    ),
    "docs/<collection_name:collection>/-/links": get(f"{DOC}/-/links"),
    "docs/<collection_name:collection>/-/settings": Door(
        (Call(f"{DOC}/-/settings"), post(f"{DOC}/-/settings", {"name": "x", "description": "x"}))
    ),
    "docs/<collection_name:collection>/-/sharing": Door(
        (
            Call(f"{DOC}/-/sharing"),
            post(f"{DOC}/-/sharing", {"kind": "user", "name": "x", "level": "read"}),
            post(f"{DOC}/-/sharing", {"do": "revoke", "kind": "group", "name": "x"}),
        )
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
