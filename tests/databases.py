"""The test database: cloned in milliseconds from a template that stands for the migrations.

The first run migrates as usual and keeps the outcome as a template, named by a digest of every
migration's text; later runs copy it. Each process has a database of its own and drops it.
"""

import contextlib
import hashlib
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader
from pytest_django import DjangoDbBlocker

from config.embedded import EmbeddedCluster

TEMPLATE = "test_pressmark_template_"


@pytest.fixture(scope="session")
def test_cluster() -> Iterator[None]:
    """The embedded cluster of the tests, unless `DATABASE_URL` names another server."""
    if settings.TEST_CLUSTER is None:
        yield
        return
    cluster = EmbeddedCluster(settings.TEST_CLUSTER, durable=False)
    cluster.ensure_running()
    yield
    cluster.release()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Let pytest-django take the database as it is; migrating a clone does nothing."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    test_cluster: None,
    django_db_modify_db_settings_parallel_suffix: None,
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[None]:
    """Clone the template, if there is one, before pytest-django looks for the database."""
    name = settings.DATABASES["default"]["TEST"]["NAME"]
    with django_db_blocker.unblock(), connection._nodb_cursor() as cursor:
        drop_leftovers(cursor)
        with contextlib.suppress(DatabaseError):
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template_name()}"')
    yield
    with django_db_blocker.unblock():
        connections.close_all()
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """After pytest-django's own setup, keep the migrated database as a template."""
    template = template_name()
    with django_db_blocker.unblock():
        name = connection.settings_dict["NAME"]
        with connection.cursor() as cursor:
            # Tests that commit are cleaned up after by TRUNCATE, which the audit log refuses.
            cursor.execute("ALTER TABLE access_audit DISABLE TRIGGER access_audit_no_truncate")
        with connection._nodb_cursor() as cursor:
            if template in database_names(cursor):
                return
            connections.close_all()
            # Another run may be making the very same template.
            with contextlib.suppress(DatabaseError):
                cursor.execute(f'CREATE DATABASE "{template}" TEMPLATE "{name}"')
                drop_templates(cursor, keep=template)


def template_name() -> str:
    """A database name that changes with any migration of any installed app."""
    digest = hashlib.sha256()
    migrations = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    for key in sorted(migrations):
        source = sys.modules[migrations[key].__module__].__file__
        digest.update(repr(key).encode() + Path(source).read_bytes())
    return TEMPLATE + digest.hexdigest()[:16]


def database_names(cursor: CursorWrapper) -> list[str]:
    """Every database of the server."""
    cursor.execute("SELECT datname FROM pg_database")
    return [name for (name,) in cursor.fetchall()]


def drop_leftovers(cursor: CursorWrapper) -> None:
    """Drop databases of test processes that were killed."""
    for name in database_names(cursor):
        owner = re.match(r"test_pressmark_(\d+)", name)
        if owner and not is_alive(int(owner[1])):
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def drop_templates(cursor: CursorWrapper, *, keep: str) -> None:
    """Drop templates of older migrations, unless somebody is copying one right now."""
    for name in database_names(cursor):
        if name.startswith(TEMPLATE) and name != keep:
            with contextlib.suppress(DatabaseError):
                cursor.execute(f'DROP DATABASE IF EXISTS "{name}"')


def is_alive(pid: int) -> bool:
    """Whether a process exists."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
