"""The REST addresses of repositories."""

from tests.architecture.door import WORD, Call, Door, get, post

ROOT = "/api/repos"
ONE = f"{ROOT}/{{slug}}"
ID = "api/repos/<str:host>/<str:owner>/<str:name>"
REPOS = {
    "api/repos": Door(
        (
            Call(ROOT),
            Call(f"{ROOT}?search={WORD}"),
            post(ROOT, {"url": "https://git.example.org/team/x"}),
        )
    ),
    # Without a file it is refused before anything is looked up.
    "api/repos/upload": Door((Call(f"{ROOT}/upload", "post", {"name": "{slug}"}),), shows=False),
    ID: Door(
        (Call(ONE), post(ONE, {"description": "x"}, method="patch"), post(ONE, method="delete"))
    ),
    f"{ID}/sync": Door((post(f"{ONE}/sync"),), shows=False),
    f"{ID}/runs": get(f"{ONE}/runs"),
    f"{ID}/jobs": get(f"{ONE}/jobs", shows=False),
    f"{ID}/documents": get(f"{ONE}/documents", f"{ONE}/documents?search={WORD}"),
    f"{ID}/documents/<ident:document_id>": get(f"{ONE}/documents/{{repo_document}}"),
    f"{ID}/docs": get(f"{ONE}/docs"),
    f"{ID}/docs/<key:slug>": get(f"{ONE}/docs/{{page}}"),
    f"{ID}/files/<key:path>": get(f"{ONE}/files/{{path}}", shows=False),
    f"{ID}/toc": get(f"{ONE}/toc", f"{ONE}/toc?tree=true", f"{ONE}/toc?file={{path}}"),
    f"{ID}/outline": get(f"{ONE}/outline?file={{path}}"),
    f"{ID}/sections/<key:section_id>": get(
        f"{ONE}/sections/{{section}}", f"{ONE}/sections/{{section}}?context=true"
    ),
    f"{ID}/symbols": get(f"{ONE}/symbols", f"{ONE}/symbols?query={WORD}"),
    f"{ID}/refs": get(f"{ONE}/refs?section_id={{section}}", f"{ONE}/refs?symbol={{symbol}}"),
    f"{ID}/drift": get(f"{ONE}/drift"),
    f"{ID}/graph": get(f"{ONE}/graph", f"{ONE}/graph?file={{path}}"),
    # The signature is the right here: nobody has one for either.
    "api/webhooks/<ident:repository_id>": Door(
        (Call("/api/webhooks/{repository}", "post", {"ref": "refs/heads/main"}),), shows=False
    ),
}
