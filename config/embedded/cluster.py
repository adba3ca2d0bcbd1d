"""One embedded PostgreSQL cluster, shared by all processes that work on one data folder."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from config.embedded import postmaster
from config.embedded.account import choose_account
from config.embedded.binaries import find_programs
from config.embedded.connection import DATABASE, ROLE, socket_folder
from config.embedded.creation import check_version, create_cluster, create_database
from config.embedded.errors import EmbeddedDatabaseError
from config.embedded.folders import Folders, find_folders, make_socket_folder, make_state_folder
from config.embedded.locks import exclusive, open_lock, share_lock, try_lock

WATCH_SECONDS = 1
PROJECT = Path(__file__).resolve().parents[2]
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


@dataclass(frozen=True, slots=True)
class Connection:
    """How to connect to a running cluster, and where its files are."""

    socket_dir: Path
    database: str
    role: str
    state_dir: Path
    is_relocated: bool


class EmbeddedCluster:
    """The cluster of one data folder.

    Its users hold a shared lock, which the kernel drops when a process ends in whatever way; who
    finds no other holder stops the server. `durable=False` trades crash safety for speed (tests).
    """

    def __init__(
        self, data_dir: Path, *, durable: bool = True, say: Callable[[str], None] | None = None
    ) -> None:
        self.data_dir = data_dir.expanduser().resolve()
        self.durable = durable
        self.say = say or (lambda _line: None)
        self.hold: int | None = None

    @property
    def socket_dir(self) -> Path:
        """The folder of the Unix socket, whether or not the server runs."""
        return socket_folder(self.data_dir)

    @property
    def start_lock(self) -> Path:
        """Held while somebody starts or stops the server."""
        return self.data_dir / "postgres.lock"

    @property
    def users_lock(self) -> Path:
        """Held, shared, by everyone who uses the server."""
        return self.data_dir / "postgres.users"

    @property
    def keeper_lock(self) -> Path:
        """Held by the one keeper."""
        return self.data_dir / "postgres.keeper"

    def is_running(self) -> bool:
        """Whether the server runs, seen from its pid file and process."""
        return postmaster.running_pid(find_folders(self.data_dir)) is not None

    def ensure_running(self) -> Connection:
        """Start the server unless it runs, creating the cluster on first use, and count us in.

        Idempotent, and safe in any number of processes at once. Raises `EmbeddedDatabaseError`.
        """
        try:
            self.data_dir.mkdir(parents=True, exist_ok=True)
            with exclusive(self.start_lock):
                if self.hold is None:
                    self.hold = open_lock(self.users_lock)
                    share_lock(self.hold)
                folders = find_folders(self.data_dir)
                if postmaster.running_pid(folders) is None:
                    self.start_keeper()  # first, for the case that we are killed half-way
                    self.start(folders)
                postmaster.wait_until_ready(folders)
        except OSError as error:
            self.drop_hold()
            raise EmbeddedDatabaseError(f"The embedded database cannot start: {error}.") from error
        except (EmbeddedDatabaseError, KeyboardInterrupt):
            self.release()
            raise
        return Connection(self.socket_dir, DATABASE, ROLE, folders.state, folders.is_relocated)

    def start(self, folders: Folders) -> None:
        """Start the server, making whatever is missing. The caller holds the start lock."""
        account = choose_account(folders.cluster)
        programs = find_programs(account)
        is_new = not folders.cluster.exists()
        if is_new:
            make_state_folder(folders, account)
            self.say(f"Creating the database in {folders.state}")
            create_cluster(folders, programs, account, durable=self.durable)
        check_version(folders)
        make_socket_folder(folders.socket, account)
        options = {
            "listen_addresses": "",
            "unix_socket_directories": str(folders.socket),
            "unix_socket_permissions": "0700",
            **({} if self.durable else CARELESS),
        }
        postmaster.start_server(folders, programs, account, options)
        create_database(folders)

    def start_keeper(self) -> None:
        """Leave a small process behind that stops the server should every user be killed."""
        subprocess.run(
            [sys.executable, "-m", "config.embedded.keeper", str(self.data_dir)],
            cwd=PROJECT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )

    def release(self) -> None:
        """Count us out; the last one stops the server. Harmless when we do not hold it."""
        if self.hold is None:
            return
        self.drop_hold()
        self.stop_if_unused()

    def drop_hold(self) -> None:
        """Give up our share of the users' lock. A forked child that has it too keeps its own."""
        if self.hold is not None:
            os.close(self.hold)
            self.hold = None

    def stop_if_unused(self, keeper: int | None = None) -> bool:
        """Stop the server unless somebody uses it; whether it is stopped now.

        The keeper gives up its own lock with that, while nobody can start a server and a keeper.
        """
        with exclusive(self.start_lock):
            users = open_lock(self.users_lock)
            try:
                if not try_lock(users):
                    return False
                postmaster.stop_server(find_folders(self.data_dir))
            finally:
                os.close(users)
            if keeper is not None:
                os.close(keeper)
        return True

    def keep_watch(self) -> None:
        """Return once the server has no user left and is stopped, or another keeper watches."""
        keeper = open_lock(self.keeper_lock)
        if not try_lock(keeper):
            return
        time.sleep(WATCH_SECONDS)
        while not self.stop_if_unused(keeper):
            time.sleep(WATCH_SECONDS)
