"""Where the pages of repositories stand: ``/repos/HOST/OWNER/NAME/…``."""

from urllib.parse import quote, urlencode

from django.urls import reverse

from apps.repos.models import Repository


def repo_url(repository: Repository, page: str = "docs", *parts: object) -> str:
    """The URL of one of a repository's pages, by the name of its route without ``repo_``."""
    place = (repository.host, repository.namespace, repository.name)
    return reverse(f"repo_{page}", args=[*place, *parts])


def repo_page_url(repository: Repository, slug: str, anchor: str = "") -> str:
    """The URL of a page by its slug, at a section when an anchor is given."""
    url = repo_url(repository, "page", slug)
    return f"{url}#{quote(anchor)}" if anchor else url


def repo_code_url(repository: Repository, path: str, start: int = 0, end: int = 0) -> str:
    """The URL of the lines of a file, the first of them in view."""
    url = repo_url(repository, "code", path)
    if not start:
        return url
    return f"{url}?{urlencode({'start': start, 'end': max(start, end)})}#L{start}"
