"""The account that runs the server: ours, or an unprivileged one when we are root."""

import os
import pwd
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from config.embedded.errors import EmbeddedDatabaseError

CANDIDATES = ("postgres", "nobody")
KEPT_VARIABLES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


@dataclass(frozen=True, slots=True)
class Account:
    """A numeric user and group. `is_other` says that we have to change to it (we are root)."""

    uid: int
    gid: int
    is_other: bool

    def run(self, arguments: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
        """Run a program as this account, in `/`, detached from the terminal; output captured.

        Raises `PermissionError` when the account may not execute it.
        """
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        return subprocess.run(
            [str(argument) for argument in arguments],
            cwd="/",
            env={"PATH": os.defpath, **kept, "LC_ALL": "C", "TZ": "UTC"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            start_new_session=True,
            umask=0o077,
            user=self.uid if self.is_other else None,
            group=self.gid if self.is_other else None,
            extra_groups=[] if self.is_other else None,
        )

    def can_enter(self, folder: Path) -> bool:
        """Whether the account can reach a folder, asked of the kernel and not of mode bits."""
        return self.run(["/bin/sh", "-c", 'cd -- "$1"', "sh", folder]).returncode == 0

    def own(self, path: Path) -> None:
        """Give a path we made to the account."""
        if self.is_other:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def choose_account(cluster: Path) -> Account:
    """The account for a cluster folder: its owner if it exists, else ours, else a plain one.

    Raises `EmbeddedDatabaseError` when the folder belongs to somebody whom we cannot become.
    """
    ours = os.geteuid()
    owner = cluster.stat() if cluster.exists() else None
    if ours != 0:
        if owner and owner.st_uid != ours:
            raise EmbeddedDatabaseError(
                f"The database in {cluster} belongs to another account (uid {owner.st_uid}): run "
                "as that account or as root, or set PRESSMARK_DATA_DIR to another folder."
            )
        return Account(ours, os.getegid(), is_other=False)
    if owner and owner.st_uid != 0:
        return Account(owner.st_uid, owner.st_gid, is_other=True)
    for name in CANDIDATES:
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid, is_other=True)
    raise EmbeddedDatabaseError(
        "PostgreSQL refuses to run as root and there is no account postgres or nobody: "
        "create one, or start Pressmark as an ordinary user."
    )
