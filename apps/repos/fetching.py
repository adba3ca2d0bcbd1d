"""Bringing the mirror of a repository up to date, wherever its files come from."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from apps.repos.addresses import check_url, resolve_host
from apps.repos.archives import SourceFiles
from apps.repos.credentials import authorization, decrypt
from apps.repos.git.errors import (
    MirrorMissingError,
    SourceRefusedError,
    SourceUnavailableError,
)
from apps.repos.git.importing import import_files
from apps.repos.git.mirror import FetchLimits, Mirror, Remote
from apps.repos.git.tree import Commit, read_commit
from apps.repos.models import Origin, Repository

LIMITS = FetchLimits()
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Fetched:
    """The commit to index, and files that did not get into it (path, reason).

    ``is_known`` says that it was the indexed one already and nothing was brought into the mirror.
    """

    commit: Commit
    skipped: list[tuple[str, str]] = field(default_factory=list)
    is_known: bool = False


def mirror_of(repository: Repository) -> Mirror:
    """The mirror of a repository; it need not exist yet."""
    return Mirror(settings.PRESSMARK.data_dir / "mirrors" / str(repository.pk))


def refresh(repository: Repository, on_wait: Callable[[], None] | None = None) -> Fetched:
    """Fetch or import what is new; nothing is transferred when nothing is.

    ``on_wait`` is called now and then and may raise to stop. Raises `SourceRefusedError`,
    `SourceUnavailableError`, `ArchiveError` or `MirrorMissingError`. The mirror must be locked.
    """
    mirror = mirror_of(repository)
    if repository.origin == Origin.ARCHIVE:
        return _import_archive(repository, mirror)
    if repository.origin == Origin.LOCAL:
        folder = Path(repository.url)
        if not folder.is_dir():
            raise SourceRefusedError("The folder of this repository is not there any more.")
        if not is_git_folder(folder):
            mirror.ensure()
            files = SourceFiles()
            import_files(mirror.path, files.folder_files(folder))
            return Fetched(mirror.incoming(), files.skipped)
        remote = Remote(str(folder), "file", depth=0)
    else:
        remote = remote_of(repository)
    try:
        return _fetch(repository, mirror, remote, on_wait)
    except (SourceRefusedError, SourceUnavailableError) as error:
        # Every reader sees why a run failed, and where a folder lies is the operator's matter.
        raise type(error)(error.message.replace(remote.url, repository.slug)) from None


def is_git_folder(folder: Path) -> bool:
    """Whether a folder is a git repository, with a working tree or bare."""
    return (folder / ".git").exists() or (
        (folder / "HEAD").is_file() and (folder / "objects").is_dir()
    )


def remote_of(repository: Repository) -> Remote:
    """Where to fetch a git repository from, its address checked anew each time."""
    parts = check_url(repository.url)
    port = parts.port or {"https": 443, "http": 80}[parts.scheme]
    found = ",".join(f"[{one}]" if ":" in one else one for one in resolve_host(parts))
    config = {"http.curloptResolve": f"{parts.hostname}:{port}:{found}"}
    secret = decrypt(repository.credential)
    if secret:
        server = f"{parts.scheme}://{parts.netloc}/"
        config[f"http.{server}.extraHeader"] = f"Authorization: {authorization(secret)}"
    return Remote(repository.url, parts.scheme, depth=1, config=config)


def _fetch(
    repository: Repository, mirror: Mirror, remote: Remote, on_wait: Callable[[], None] | None
) -> Fetched:
    if _COMMIT.fullmatch(repository.ref):
        name, wanted = repository.ref, repository.ref
    else:
        name, wanted = mirror.find_remote(remote, repository.ref, LIMITS)
    if wanted == repository.commit_id and mirror.holds(wanted):
        return Fetched(read_commit(mirror.path, wanted), is_known=True)
    mirror.ensure()
    mirror.fetch(remote, name, LIMITS, on_wait)
    return Fetched(mirror.incoming())


def _import_archive(repository: Repository, mirror: Mirror) -> Fetched:
    if not repository.archive:
        if not mirror.holds(repository.commit_id):
            raise MirrorMissingError("Upload the zip of this repository again.")
        return Fetched(read_commit(mirror.path, repository.commit_id))
    mirror.ensure()
    files = SourceFiles()
    with repository.archive.open("rb") as stored:
        import_files(mirror.path, files.zip_files(stored.file))
    return Fetched(mirror.incoming(), files.skipped)
