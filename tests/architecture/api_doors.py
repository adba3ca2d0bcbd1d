"""The REST addresses."""

from tests.architecture.door import WORD, Call, Door, ask, get, post

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
    "api/me/tokens": get("/api/me/tokens", shows=False),
    "api/me/tokens/<ident:token_id>": Door(
        (Call("/api/me/tokens/{token}"), Call("/api/me/tokens/{token}", "delete"))
    ),
    "api/me/tokens/<ident:token_id>/rotate": Door(
        (Call("/api/me/tokens/{token}/rotate", "post"),), shows=False
    ),
}
