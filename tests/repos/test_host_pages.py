"""Addresses of files on git hosts."""

import pytest

from apps.repos.host_pages import host_pages
from apps.repos.models import Origin, Repository

BASE = "team/tool"


def pages(url, **fields):
    return host_pages(Repository(origin=Origin.GIT, url=url, commit_id="abc", **fields))


@pytest.mark.parametrize(
    ("host", "file", "lines", "commit"),
    [
        ("github.com", "blob/abc/a%20b.py", "blob/abc/a%20b.py#L2-L5", "commit/abc"),
        ("gitlab.example.org", "-/blob/abc/a%20b.py", "-/blob/abc/a%20b.py#L2-5", "-/commit/abc"),
        ("bitbucket.org", "src/abc/a%20b.py", "src/abc/a%20b.py#lines-2:5", "commits/abc"),
        ("codeberg.org", "src/commit/abc/a%20b.py", "src/commit/abc/a%20b.py#L2-L5", "commit/abc"),
    ],
)
def test_each_host_has_its_form(host, file, lines, commit):
    found = pages(f"https://{host}/{BASE}.git")
    assert found.file("a b.py") == f"https://{host}/{BASE}/{file}"
    assert found.file("a b.py", 2, 5) == f"https://{host}/{BASE}/{lines}"
    assert found.commit("abc") == f"https://{host}/{BASE}/{commit}"


def test_lines_of_markdown_are_shown_as_source():
    assert pages("https://github.com/a/b").file("x.md", 3).endswith("/x.md?plain=1#L3")


def test_groups_of_gitlab_stay_in_the_address():
    assert (
        pages("https://gitlab.com/a/b/c.git").folder("d").startswith("https://gitlab.com/a/b/c/-")
    )


def test_unknown_hosts_zips_and_folders_have_none():
    assert pages("https://git.example.org/a/b") is None
    for origin in (Origin.ARCHIVE, Origin.LOCAL):
        assert host_pages(Repository(origin=origin, url="https://github.com/a/b")) is None
