"""Where files and commits of a repository stand on the web pages of its git host.

The forms are those of the hosts' own manuals: GitHub ("Getting permanent links to files"), GitLab
("File management: permalinks"), Bitbucket Cloud and Gitea, which Codeberg and Forgejo share.
"""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit

from apps.repos.models import Origin, Repository

_MARKDOWN = (".md", ".markdown", ".mdx")
_GITEA = ("codeberg.org", "gitea.com")


@dataclass(frozen=True, slots=True)
class HostForm:
    """How a host writes addresses below a repository's own.

    ``plain`` is the query that makes it show Markdown with line numbers.
    """

    name: str
    file: str
    folder: str
    commit: str
    line: str
    lines: str
    plain: str = ""


GITHUB = HostForm(
    "GitHub", "blob/{c}/{p}", "tree/{c}/{p}", "commit/{c}", "L{a}", "L{a}-L{b}", "?plain=1"
)
GITLAB = HostForm(
    *("GitLab", "-/blob/{c}/{p}", "-/tree/{c}/{p}", "-/commit/{c}", "L{a}", "L{a}-{b}", "?plain=1")
)
BITBUCKET = HostForm(
    "Bitbucket", "src/{c}/{p}", "src/{c}/{p}", "commits/{c}", "lines-{a}", "lines-{a}:{b}"
)
GITEA = HostForm(
    *("Gitea", "src/commit/{c}/{p}", "src/commit/{c}/{p}", "commit/{c}", "L{a}", "L{a}-L{b}"),
    "?display=source",
)


@dataclass(frozen=True, slots=True)
class HostPages:
    """The pages of one repository at one commit; ``label`` names the host for a link."""

    label: str
    base: str
    commit_id: str
    form: HostForm

    def file(self, path: str, start: int = 0, end: int = 0) -> str:
        """A file, at lines ``start`` to ``end`` (1-based, both in) when they are given."""
        url = self._url(self.form.file, path)
        if not start:
            return url
        shape = self.form.lines if end > start else self.form.line
        is_markdown = path.lower().endswith(_MARKDOWN)
        plain = self.form.plain if is_markdown else ""
        return f"{url}{plain}#{shape.format(a=start, b=end)}"

    def folder(self, path: str) -> str:
        """A folder."""
        return self._url(self.form.folder, path)

    def commit(self, commit_id: str) -> str:
        """A commit."""
        return f"{self.base}/{self.form.commit.format(c=commit_id)}"

    def _url(self, shape: str, path: str) -> str:
        return f"{self.base}/{shape.format(c=self.commit_id, p=quote(path))}"


def host_pages(repository: Repository) -> HostPages | None:
    """The pages of a synced repository; None for zips, folders and hosts that are not known."""
    if repository.origin != Origin.GIT or not repository.commit_id:
        return None
    parts = urlsplit(repository.url)
    host = (parts.hostname or "").lower()
    form = _form_of(host)
    if form is None:
        return None
    path = parts.path.rstrip("/").removesuffix(".git")
    label = "Codeberg" if host == "codeberg.org" else form.name
    base = f"{parts.scheme}://{parts.netloc}{path}"
    return HostPages(label, base, repository.commit_id, form)


def _form_of(host: str) -> HostForm | None:
    """By the host's name; hosts of one's own are told by how they are usually called."""
    if host == "github.com" or host.startswith("github."):
        return GITHUB
    if host.startswith("gitlab."):
        return GITLAB
    if host == "bitbucket.org":
        return BITBUCKET
    if host in _GITEA or host.startswith(("gitea.", "forgejo.")):
        return GITEA
    return None
