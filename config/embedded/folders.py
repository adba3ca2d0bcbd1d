"""The folders of one cluster: which they are, who may reach them, how they are made."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from config.embedded.account import Account, choose_account
from config.embedded.binaries import SYSTEM_ROOT
from config.embedded.connection import fingerprint, socket_folder
from config.embedded.errors import EmbeddedDatabaseError


@dataclass(frozen=True, slots=True)
class Folders:
    """Paths of one cluster. `state` holds the files of the database, and nothing else does."""

    data_dir: Path
    state: Path

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own data folder."""
        return self.state / "data"

    @property
    def log(self) -> Path:
        """The server's log."""
        return self.state / "server.log"

    @property
    def socket(self) -> Path:
        """The folder of the Unix socket."""
        return socket_folder(self.data_dir)

    @property
    def is_relocated(self) -> bool:
        """Whether the database stands outside the data folder, which its account cannot reach."""
        return self.state.parent != self.data_dir


def find_folders(data_dir: Path) -> Folders:
    """Where the cluster of a data folder is, or would be made. An existing one always wins.

    Raises `EmbeddedDatabaseError` when root made it in a place that we cannot use.
    """
    inside = Folders(data_dir, data_dir / "postgres")
    system = Folders(data_dir, SYSTEM_ROOT / fingerprint(data_dir) / "postgres")
    if inside.cluster.exists():
        return inside
    if os.geteuid() != 0:
        if system.state.parent.exists():
            raise EmbeddedDatabaseError(
                f"Root keeps the database of {data_dir} in {system.state}: run as root, "
                "or set PRESSMARK_DATA_DIR to another folder."
            )
        return inside
    if system.cluster.exists() or not choose_account(inside.cluster).can_enter(data_dir):
        return system
    return inside


def make_state_folder(folders: Folders, account: Account) -> None:
    """Make the state folder for the account alone (0700)."""
    if folders.is_relocated:
        folders.state.parent.mkdir(parents=True, exist_ok=True)
        for parent in (folders.state.parent, SYSTEM_ROOT):
            parent.chmod(0o755)
    folders.state.mkdir(mode=0o700, exist_ok=True)
    account.own(folders.state)


def make_socket_folder(folder: Path, account: Account) -> None:
    """Make the socket's folder, or check that it is the account's own and closed to others.

    Anybody may create names in the system's temporary folder, so one that was planted there is
    refused with `EmbeddedDatabaseError`.
    """
    try:
        folder.mkdir(mode=0o700)
    except FileExistsError:
        found = folder.lstat()
        # Root's own folder is one whose maker died before giving it away.
        owners = {account.uid, 0} if account.is_other else {account.uid}
        is_ours = stat.S_ISDIR(found.st_mode) and found.st_uid in owners
        if not is_ours or stat.S_IMODE(found.st_mode) & 0o077:
            raise EmbeddedDatabaseError(
                f"{folder} exists but is not a private folder of the database's account "
                f"(uid {account.uid}): remove it and start again."
            ) from None
    account.own(folder)
