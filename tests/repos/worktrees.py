"""Real git repositories for tests, made in a temporary folder."""

import os
import shutil
import subprocess
from pathlib import Path

SURROUNDINGS = {
    "PATH": os.environ["PATH"],
    "HOME": os.devnull,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ann",
    "GIT_AUTHOR_EMAIL": "ann@example.org",
    "GIT_COMMITTER_NAME": "Ann",
    "GIT_COMMITTER_EMAIL": "ann@example.org",
}


class WorkTree:
    """A git working tree that somebody else edits."""

    def __init__(self, path: Path, files: dict[str, str | bytes] | None = None) -> None:
        self.path = path
        path.mkdir(parents=True, exist_ok=True)
        self.clock = 1_600_000_000
        self.git("init", "--quiet", "--initial-branch=main")
        if files is not None:
            self.write(files)
            self.commit()

    def git(self, *arguments: str) -> str:
        """Run git here."""
        env = {
            **SURROUNDINGS,
            "GIT_AUTHOR_DATE": f"{self.clock} +0000",
            "GIT_COMMITTER_DATE": f"{self.clock} +0000",
        }
        done = subprocess.run(
            ["git", "-C", str(self.path), *arguments], env=env, check=True, capture_output=True
        )
        return done.stdout.decode()

    def write(self, files: dict[str, str | bytes]) -> None:
        """Create or overwrite files."""
        for name, content in files.items():
            target = self.path / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)

    def remove(self, *names: str) -> None:
        """Delete files."""
        for name in names:
            (self.path / name).unlink()

    def move(self, old: str, new: str) -> None:
        """Rename a file."""
        target = self.path / new
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(self.path / old, target)

    def commit(self, message: str = "change") -> str:
        """Commit everything, an hour after the last commit; its id."""
        self.clock += 3600
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD").strip()
