"""Where the text of a source is seen: pages, REST, MCP and the admin, by session and by token."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.test import Client

from apps.access.models import AccessToken, Source, User
from tests.leaks.visits import body_of

# The word that is searched for, and the one that tells that the text is seen.
WORD, PLANTED = "zyxxq", "planted8k1"
TEXT = f"# Title {PLANTED}\n\n{WORD} {PLANTED}\n"
SECRET = "pmk_pat_of_the_reader"


@dataclass
class Stage:
    """Somebody who reads a source, by session and by token; ``path`` is its document in REST."""

    person: User
    source: Source
    token: AccessToken
    path: str
    document: object
    browser: Client
    etag: str = ""

    def api(self, method: str, path: str, body: object = None, **headers: str) -> HttpResponse:
        """The answer to a request with the token."""
        sent = {"Authorization": f"Bearer {SECRET}", **headers}
        data = {"data": json.dumps(body), "content_type": "application/json"} if body else {}
        return getattr(Client(), method)(path, headers=sent, **data)

    def tool(self, name: str, **arguments: object) -> bool:
        """Whether a tool of the MCP server shows the text."""
        call = {"name": name, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        accept = {"Accept": "application/json, text/event-stream"}
        return has(self.api("post", "/mcp", message, **accept))


Sight = Callable[[Stage], bool]
Sights = Mapping[str, Sight]


def has(response: HttpResponse, words: str = PLANTED) -> bool:
    """Whether an answer shows the text."""
    return response.status_code == 200 and words in body_of(response)


def is_fresh(response: HttpResponse) -> bool:
    """Not changed, so the caller goes on showing what they have."""
    return response.status_code == 304


def page(path: str, words: str = PLANTED) -> Sight:
    """A page; it may name the stage's rows."""
    return lambda stage: has(stage.browser.get(path.format(s=stage)), words)


def read(path: str) -> Sight:
    """A REST address, by token."""
    return lambda stage: has(stage.api("get", path.format(s=stage)))


def asked(path: str, **body: object) -> Sight:
    """A question at a REST address, by token."""
    return lambda stage: has(stage.api("post", path, body))


def cached_page(stage: Stage) -> bool:
    return is_fresh(stage.browser.get(stage.path, headers={"If-None-Match": stage.etag}))


def cached_read(stage: Stage) -> bool:
    return is_fresh(stage.api("get", stage.path, **{"If-None-Match": stage.etag}))


# Of any source.
BY_SESSION: Sights = {
    "search": page(f"/search?q={WORD}"),
    "pack": page(f"/pack?task={WORD}"),
    "rest": page("{s.path}"),
}
BY_TOKEN: Sights = {
    "token": read("{s.path}"),
    "retrieve": asked("/api/retrieve", query=WORD),
    "context": asked("/api/context", task=WORD),
}
OF_COLLECTION: tuple[Sights, Sights] = (
    {
        **BY_SESSION,
        "page": page("/docs/Runbooks/page.md"),
        "raw": page("/docs/Runbooks/page.md?raw"),
        "cached rest": cached_page,
        "graph": page("/graph/collection:Runbooks/page.md"),
        "llms.txt": page("/llms.txt", "Runbooks"),
        "llms.txt of the collection": page("/docs/Runbooks/llms.txt"),
        "export": page("/docs/Runbooks/-/export"),
        "admin list": page("/admin/collections/document/"),
        "admin": page("/admin/collections/document/{s.document.pk}/change/"),
    },
    {
        **BY_TOKEN,
        "cached token": cached_read,
        "export by token": read("/api/md-collections/{s.source.pk}/export"),
        "graph by token": read("/api/md-collections/{s.source.pk}/graph"),
        "mcp": lambda stage: stage.tool("collection_document", mark="collection:Runbooks/page.md"),
    },
)
SLUG = "git.example.org/team/handbook"
OF_REPOSITORY: tuple[Sights, Sights] = (
    {
        **BY_SESSION,
        "page": page(f"/repos/{SLUG}/docs/page"),
        "raw": page(f"/repos/{SLUG}/docs/page?raw"),
        "graph": page(f"/graph/repo:{SLUG}/page.md"),
        "llms.txt": page("/llms.txt", SLUG),
        "llms.txt of the repository": page(f"/repos/{SLUG}/llms.txt"),
        "admin list": page("/admin/documents/repodocument/"),
        "admin": page("/admin/documents/repodocument/{s.document.pk}/change/"),
    },
    {
        **BY_TOKEN,
        "graph by token": read(f"/api/repos/{SLUG}/graph"),
        "toc": read(f"/api/repos/{SLUG}/toc"),
        "file": read(f"/api/repos/{SLUG}/files/page.md"),
        "mcp": lambda stage: stage.tool("outline", mark=f"repo:{SLUG}/page.md"),
        "mcp search": lambda stage: stage.tool("docs_search", repository=SLUG, query=WORD),
    },
)
