"""The pages of repositories."""

from tests.architecture.door import WORD, Call, Door, get, post

ONE = "/repos/{slug}"
ID = "repos/<repo_part:host>/<repo_part:owner>/<repo_part:name>"


def form_page(name: str, body: dict[str, str]) -> Door:
    """A page with a form that changes the repository."""
    return Door((Call(f"{ONE}/-/{name}"), post(f"{ONE}/-/{name}", body)))


READER_REPOS = {
    "repos": get("/repos", f"/repos?filter={WORD}"),
    "repos/-/new": Door(
        (
            Call("/repos/-/new"),
            post("/repos/-/new", {"url": "https://git.example.org/team/x", "schedule": "manual"}),
        ),
        shows=False,
    ),
    "repos/-/upload": Door((Call("/repos/-/upload"), post("/repos/-/upload")), shows=False),
    ID: get(ONE),
    f"{ID}/docs": get(
        f"{ONE}/docs", f"{ONE}/docs?path={{path}}", f"{ONE}/docs?section={{section}}"
    ),
    f"{ID}/docs/<repo_path:slug>": get(
        *(f"{ONE}/docs/{{page}}{tail}" for tail in ("", "?tab=raw", ".md", "?raw", "-gone")),
        f"{ONE}/docs/{{path}}",
    ),
    f"{ID}/llms.txt": get(f"{ONE}/llms.txt"),
    f"{ID}/-/pages": get(f"{ONE}/-/pages", f"{ONE}/-/pages?filter={WORD}"),
    f"{ID}/-/files/<repo_path:path>": get(f"{ONE}/-/files/{{file}}", shows=False),
    f"{ID}/-/code/<repo_path:path>": get(f"{ONE}/-/code/{{path}}?symbol={{symbol}}", shows=False),
    f"{ID}/-/drift": get(f"{ONE}/-/drift"),
    f"{ID}/-/links": get(f"{ONE}/-/links", shows=False),
    f"{ID}/-/runs": get(f"{ONE}/-/runs"),
    f"{ID}/-/runs/<uuid:run_id>": get(f"{ONE}/-/runs/{{run}}"),
    f"{ID}/-/sync": Door((post(f"{ONE}/-/sync"),), shows=False),
    f"{ID}/-/settings": form_page("settings", {"description": "x", "max_file_bytes": "9"}),
    f"{ID}/-/secrets": form_page("secrets", {"credential": "x"}),
    f"{ID}/-/archive": form_page("archive", {}),
    f"{ID}/-/sharing": form_page("sharing", {"kind": "user", "name": "x", "level": "read"}),
    f"{ID}/-/visibility": form_page("visibility", {"visibility": "public"}),
    f"{ID}/-/delete": form_page("delete", {"name": "{slug}"}),
}
