"""The bare mirror of a repository: made, brought up to date, and removed."""

import fcntl
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from apps.repos.git.command import folder_bytes, run_git
from apps.repos.git.environment import git_environment
from apps.repos.git.errors import SourceRefusedError, SourceUnavailableError
from apps.repos.git.importing import INCOMING
from apps.repos.git.tree import Commit, has_object, read_commit

CURRENT = "refs/pressmark/current"
# Packs and single objects, left by fetches and imports, above which the mirror is packed anew.
MOST_PACKS = 50
MOST_LOOSE = 5000
# For the process that reads a folder of this machine: it may be another account's, and packing what
# is copied but once as tightly as can be would take longer than all the rest.
LOCAL_CONFIG = "[safe]\n\tdirectory = *\n[pack]\n\twindow = 0\n\tcompression = 1\n"


@dataclass(frozen=True, slots=True)
class Remote:
    """Where to fetch from. ``config`` may hold secrets and is not shown.

    ``depth`` is how many commits of history are fetched, 0 for all of it.
    """

    url: str
    protocol: str
    depth: int = 1
    config: Mapping[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What a fetch may take: seconds, and bytes of the mirror on disk."""

    seconds: float = 1800.0
    bytes: int = 4 * 1024 * 1024 * 1024
    list_seconds: float = 60.0


@dataclass(frozen=True, slots=True)
class Mirror:
    """A bare repository in a folder of our own."""

    path: Path

    def ensure(self) -> None:
        """Make the mirror if it is not there."""
        if not (self.path / "HEAD").exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            run_git(["init", "--bare", "--quiet", "--template=", "--", str(self.path)])

    def remove(self) -> None:
        """Remove the mirror and what lies beside it; it may be gone already."""
        shutil.rmtree(self.path, ignore_errors=True)
        for suffix in ("lock", "gitconfig"):
            self._beside(suffix).unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep every other process of this machine out. Raises `SourceUnavailableError`."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self._beside("lock").open("w") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise SourceUnavailableError("This repository is being synced already.") from None
            yield

    def find_remote(self, remote: Remote, ref: str, limits: FetchLimits) -> tuple[str, str]:
        """The full name of a reference of the remote (empty: its default branch), and its commit.

        Raises `SourceRefusedError` when the remote has no such reference.
        """
        patterns = [ref, f"refs/heads/{ref}", f"refs/tags/{ref}"] if ref else ["HEAD"]
        out = run_git(
            ["ls-remote", "--quiet", "--", remote.url, *patterns, *(f"{p}^{{}}" for p in patterns)],
            environment=self._environment(remote),
            seconds=limits.list_seconds,
        )
        pairs = (line.split("\t", 1) for line in out.decode("utf-8", "replace").splitlines())
        found = {name: object_id for object_id, name in (pair for pair in pairs if len(pair) == 2)}
        for name in patterns:
            if name in found:
                return name, found.get(f"{name}^{{}}", found[name])
        what = f"branch or tag named {ref}" if ref else "commit yet"
        raise SourceRefusedError.for_field("ref", f"The repository has no {what}.")

    def fetch(
        self,
        remote: Remote,
        name: str,
        limits: FetchLimits,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        """Bring a reference of the remote into ``refs/pressmark/incoming``."""

        def watch() -> None:
            if folder_bytes(self.path) > limits.bytes:
                raise SourceRefusedError(f"The repository is larger than {limits.bytes} bytes.")
            if on_wait is not None:
                on_wait()

        depth = [f"--depth={remote.depth}"] if remote.depth else []
        run_git(
            [
                *("--git-dir", str(self.path), "fetch", "--quiet", "--force", "--no-tags"),
                *("--no-write-fetch-head", *depth, "--", remote.url, f"+{name}:{INCOMING}"),
            ],
            environment=self._environment(remote),
            seconds=limits.seconds,
            watch=watch,
        )

    def incoming(self) -> Commit:
        """The commit fetched or imported last."""
        return read_commit(self.path, INCOMING)

    def keep(self, commit_id: str) -> None:
        """Let ``refs/pressmark/current`` name the commit that is indexed, so that it stays.

        Now and then what no reference leads to any more is thrown away.
        """
        run_git(["--git-dir", str(self.path), "update-ref", CURRENT, commit_id])
        out = run_git(["--git-dir", str(self.path), "count-objects", "-v"]).decode()
        counts = dict(line.split(": ", 1) for line in out.splitlines())
        if int(counts["packs"]) > MOST_PACKS or int(counts["count"]) > MOST_LOOSE:
            run_git(["--git-dir", str(self.path), "repack", "-a", "-d", "-q"])
            run_git(["--git-dir", str(self.path), "prune", "--expire=now"])

    def holds(self, object_id: str) -> bool:
        """Whether a commit, tree or blob is there."""
        return has_object(self.path, object_id)

    def _environment(self, remote: Remote) -> dict[str, str]:
        options = {"protocols": (remote.protocol,), "config": remote.config}
        if remote.protocol != "file":
            return git_environment(**options)  # type: ignore[arg-type]
        # Git hands nothing but the global configuration on to that process.
        local = self._beside("gitconfig")
        local.write_text(LOCAL_CONFIG, encoding="ascii")
        return git_environment(**options, global_config=str(local))  # type: ignore[arg-type]

    def _beside(self, suffix: str) -> Path:
        return self.path.with_name(f"{self.path.name}.{suffix}")
