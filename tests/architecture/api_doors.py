"""The REST addresses."""

from tests.architecture.door import WORD, Call, Door, ask, get, post

ROOT = "/api/md-collections"
ONE = f"{ROOT}/{{collection}}"
ID = "api/md-collections/<ident:collection_id>"
TOKENS = "/api/me/tokens"


def by_key(folder: str) -> Door:
    """A document by its key."""
    path = f"{ONE}/{folder}/{{key}}"
    put, delete = post(path, {"content": "# x"}, method="put"), post(path, method="delete")
    return Door((Call(path), put, delete))


def limited(place: str) -> Call:
    """A new token for this source alone; it takes a session."""
    body = {"name": "x", "scopes": ["api:read"], "sources": [place]}
    return Call(TOKENS, "post", body, by_session=True)


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
    f"{ID}/attachments": Door(
        (
            Call(f"{ONE}/attachments"),
            Call(f"{ONE}/attachments?search={WORD}"),
            post(f"{ONE}/attachments"),
        ),
        shows=False,
    ),
    f"{ID}/attachments/<ident:attachment_id>": Door(
        (
            Call(f"{ONE}/attachments/{{attachment}}"),
            post(f"{ONE}/attachments/{{attachment}}", method="delete"),
        ),
        shows=False,
    ),
    f"{ID}/attachments/<ident:attachment_id>/content": get(
        f"{ONE}/attachments/{{attachment}}/content"
    ),
    f"{ID}/links": get(f"{ONE}/links", f"{ONE}/links?state=unresolved"),
    f"{ID}/graph": get(f"{ONE}/graph", f"{ONE}/graph?file={{key}}"),
    f"{ID}/search": Door((ask(f"{ONE}/search", {"query": WORD}),)),
    f"{ID}/embed-status": get(f"{ONE}/embed-status", shows=False),
    f"{ID}/re-embed": Door((post(f"{ONE}/re-embed"),), shows=False),
    f"{ID}/export": get(f"{ONE}/export"),
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
    f"{ID}/documents/by-key/<key:source_key>": by_key("documents/by-key"),
    f"{ID}/by-key/<key:source_key>": by_key("by-key"),
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
            ask("/api/retrieve", {"query": WORD, "mode": "symbols"}),
            ask("/api/retrieve", {"query": WORD, "mode": "mixed"}),
            ask("/api/retrieve", {"query": WORD, "sources": ["{mark}"]}),
        )
    ),
    "api/route": Door((ask("/api/route", {"query": WORD}),)),
    "api/context": Door(
        (
            ask("/api/context", {"task": WORD}),
            ask("/api/context", {"task": WORD, "sources": ["{mark}"]}),
        )
    ),
    "api/chunks/<ident:chunk_id>": get("/api/chunks/{chunk}"),
    "api/read": get(
        *("/api/read?mark={mark}", "/api/read?mark={mark}/{key}", "/api/read?mark=chunk:{chunk}"),
        *("/api/read?mark=repo:{slug}", "/api/read?mark=repo:{slug}/{path}"),
        "/api/read?mark=repo:{slug}/{section}",
    ),
    "api/access/grants": Door(
        (
            Call("/api/access/grants?source={mark}"),
            post(
                "/api/access/grants",
                {"source": "{mark}", "group": "x", "level": "read"},
                method="put",
            ),
            post("/api/access/grants?source={mark}&group=x", method="delete"),
        ),
        shows=False,
    ),
    "api/me/query-log": Door(
        (Call("/api/me/query-log"), Call("/api/me/query-log", "delete")), shows=False
    ),
    "api/me/gain": get("/api/me/gain", "/api/me/gain?period=session"),
    "api/access/readers": get("/api/access/readers?mark={mark}", shows=False),
    "api/access/readable": get(
        "/api/access/readable", "/api/access/readable?kind=repository", shows=False
    ),
    "api/me/tokens": Door(
        (
            Call(TOKENS),
            Call(TOKENS, "post", {"name": "x", "scopes": ["api:read"]}),
            *(limited(place) for place in ("{mark}", "{mark}/{key}", "{name}", "repo:{slug}")),
            Call(TOKENS, "delete"),
            Call(TOKENS, "delete", by_session=True),
        ),
        shows=False,
    ),
    "api/me/tokens/<ident:token_id>": Door(
        (
            Call(f"{TOKENS}/{{token}}"),
            Call(f"{TOKENS}/{{token}}", "delete"),
            Call(f"{TOKENS}/{{token}}", "delete", by_session=True),
        )
    ),
    "api/me/tokens/<ident:token_id>/rotate": Door(
        tuple(Call(f"{TOKENS}/{{token}}/rotate", "post", by_session=one) for one in (False, True)),
        shows=False,
    ),
}
