"""Making a cluster: `initdb`, then Pressmark's role and database."""

import shutil
from pathlib import Path

from config.embedded.account import Account
from config.embedded.binaries import major_version
from config.embedded.connection import DATABASE, ROLE, SUPERUSER
from config.embedded.errors import EmbeddedDatabaseError
from config.embedded.folders import Folders

# The built-in provider needs no locale of the host and sorts the same on every machine.
LOCALE = ("--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C")
SIZES = {
    "shared_buffers": "256MB",
    "max_connections": "100",
    "work_mem": "32MB",
    "maintenance_work_mem": "256MB",
    "max_wal_size": "2GB",
    "jit": "off",
    "log_line_prefix": "%m [%p] ",
    "log_checkpoints": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "default_text_search_config": "pg_catalog.english",
}


def check_version(folders: Folders) -> None:
    """Refuse a cluster of another major version, whose files these programs cannot read."""
    try:
        found = (folders.cluster / "PG_VERSION").read_text().strip()
    except FileNotFoundError:
        raise EmbeddedDatabaseError(
            f"{folders.cluster} is not a PostgreSQL folder: move it away and start again."
        ) from None
    if found != major_version():
        raise EmbeddedDatabaseError(
            f"The database in {folders.cluster} is of PostgreSQL {found}, the installed programs "
            f"are of {major_version()}: dump it with the old version and load it into a new folder."
        )


def create_cluster(folders: Folders, programs: Path, account: Account, *, durable: bool) -> None:
    """Run `initdb` beside the final place and rename, so that a cluster is whole or missing."""
    partial = folders.state / "data.partial"
    shutil.rmtree(partial, ignore_errors=True)
    settings = [argument for item in SIZES.items() for argument in ("--set", "=".join(item))]
    done = account.run(
        [
            *(programs / "initdb", "--pgdata", partial, "--username", SUPERUSER),
            # The socket's folder lets in the account and root only; that is the authentication.
            *("--auth=trust", "--encoding=UTF8", *LOCALE, *settings),
            *(() if durable else ("--no-sync",)),
        ]
    )
    if done.returncode:
        reason = (done.stderr.strip() or "no reason given").splitlines()[-1]
        raise EmbeddedDatabaseError(f"The database could not be created in {partial}: {reason}")
    partial.rename(folders.cluster)


def create_database(folders: Folders) -> None:
    """Make the role and the database where they are missing; safe to repeat.

    The role is no superuser, so `vector`, the one extension that only a superuser may create, is
    put into `template1`, from which every database is copied, those of tests too.
    """
    import psycopg
    from psycopg import sql

    where = {"host": str(folders.socket), "user": SUPERUSER, "autocommit": True}
    with psycopg.connect(dbname="template1", **where) as connection:  # type: ignore[arg-type]
        connection.execute("SET client_min_messages = warning")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
    with psycopg.connect(dbname="postgres", **where) as connection:  # type: ignore[arg-type]
        found = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [ROLE])
        if not found.fetchone():
            role = sql.SQL("CREATE ROLE {} LOGIN CREATEDB").format(sql.Identifier(ROLE))
            connection.execute(role)
        found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if not found.fetchone():
            names = {"database": sql.Identifier(DATABASE), "role": sql.Identifier(ROLE)}
            database = sql.SQL("CREATE DATABASE {database} OWNER {role}").format(**names)
            connection.execute(database)
