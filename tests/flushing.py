"""Emptying the database after a test that commits: the rows there are, not all the tables.

Django truncates each table and writes content types and permissions anew, which takes longer than
most of these tests. Foreign keys are checked at the end of the transaction, so the rows may go in
any order.
"""

from collections.abc import Iterator, Sequence

import pytest
from django.core.management.color import Style
from django.core.management.commands import flush
from django.db.backends.postgresql.operations import DatabaseOperations

# What migrating writes into these is the same for every test.
KEPT = frozenset({"django_content_type", "auth_permission"})
# Its rows go with their documents and in no other way.
CASCADED = frozenset({"md_revisions"})
# Lets no row be deleted; tests.databases allows it to be truncated.
APPEND_ONLY = "access_audit"


def delete_rows(
    operations: DatabaseOperations, _style: Style, tables: Sequence[str], **_options: bool
) -> list[str]:
    """The statements that empty the tables that hold anything."""
    emptied = sorted(set(tables) - KEPT - CASCADED)
    quote = operations.quote_name
    questions = [f"SELECT '{name}' WHERE EXISTS (SELECT FROM {quote(name)})" for name in emptied]
    with operations.connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(questions))
        filled = [name for (name,) in cursor.fetchall()]
    verbs = {APPEND_ONLY: "TRUNCATE"}
    return [f"{verbs.get(name, 'DELETE FROM')} {quote(name)}" for name in filled]


@pytest.fixture(scope="session", autouse=True)
def _quick_flush() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", delete_rows)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_: None)
        yield
