"""What can be read here, as one page of links for language models (the llms.txt proposal, 2024).

A title, a line of summary in a quote, then lists of links, each to the plain Markdown.
"""

from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest

from apps.collections.models import Collection, Document
from apps.documents.library import PageNode
from apps.reader.addresses import collection_url, document_url
from apps.reader.repos.addresses import repo_page_url, repo_url
from apps.repos.models import Repository

ENTRANCE = "Documentation that you can read here; each link leads to plain text."
INTERFACES = (("Search and read by REST", "/api/docs/"), ("Ask over MCP", "/mcp"))


def entrance_outline(
    request: HttpRequest, collections: Iterable[Collection], repositories: Iterable[Repository]
) -> str:
    """The repositories and collections, each leading to an outline of its own."""
    base = base_address(request)
    lines = ["# Pressmark", "", f"> {ENTRANCE}", ""]
    listed = [
        entry(one.slug, base + repo_url(one, "llms"), one.description) for one in repositories
    ]
    lines += ["## Repositories", "", *listed, ""] if listed else []
    lines += ["## Collections", ""]
    for collection in collections:
        url = base + collection_url(collection, "collection_llms")
        lines.append(entry(collection.name, url, collection.description))
    lines += ["", "## Interfaces", ""]
    lines += [entry(name, base + path) for name, path in INTERFACES]
    return "\n".join(lines) + "\n"


def collection_outline(
    request: HttpRequest, collection: Collection, documents: Iterable[Document]
) -> str:
    """The documents of a collection by key, each leading to its plain text."""
    base = base_address(request)
    lines = [f"# {one_line(collection.name)}", ""]
    if collection.description:
        lines += [f"> {one_line(collection.description)}", ""]
    lines += ["## Documents", ""]
    for document in documents:
        url = f"{base}{document_url(collection, document)}?raw"
        lines.append(entry(document.title, url, document.source_key))
    return "\n".join(lines) + "\n"


def repository_outline(
    request: HttpRequest, repository: Repository, pages: Iterable[PageNode]
) -> str:
    """The pages of a repository in reading order, each leading to its source."""
    base = base_address(request)
    lines = [f"# {repository.slug}", ""]
    if repository.description:
        lines += [f"> {one_line(repository.description)}", ""]
    lines += ["## Documents", ""]
    for page in pages:
        url = f"{base}{repo_page_url(repository, page.slug)}?raw"
        lines.append(entry(page.title, url, page.file_path or ""))
    return "\n".join(lines) + "\n"


def base_address(request: HttpRequest) -> str:
    """Scheme and host as the outside sees them."""
    return settings.PRESSMARK.public_url or request.build_absolute_uri("/").rstrip("/")


def entry(label: str, url: str, note: str = "") -> str:
    """One link of a list, with a few words behind it."""
    shown = one_line(label).replace("[", "(").replace("]", ")")
    return f"- [{shown}]({url})" + (f": {one_line(note)}" if note else "")


def one_line(text: str) -> str:
    """The text without line breaks."""
    return " ".join(text.split())
