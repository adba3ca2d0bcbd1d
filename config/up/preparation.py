"""What must be true before the web server starts: migrations, and somebody who can sign in."""

import os
import secrets
from collections.abc import Callable

from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor

ADMIN = "admin"
# Any number, the same everywhere: two machines starting on one database migrate in turn.
MIGRATION_LOCK = 7_377_325_601


def apply_migrations(say: Callable[[str], None]) -> None:
    """Migrate, if there is anything to migrate; looking takes a moment, migrating more."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MIGRATION_LOCK])
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if plan:
            say(f"Applying {len(plan)} migrations")
            call_command("migrate", interactive=False, verbosity=0)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [MIGRATION_LOCK])


def create_first_admin(say: Callable[[str], None]) -> bool:
    """Create `admin` when nobody administers this installation; whether it was created.

    The password is `PRESSMARK_ADMIN_PASSWORD`, else generated and said once, here.
    """
    # Models can be imported only once Django is set up.
    from apps.access.people import record_person
    from apps.access.principals import operator

    users = get_user_model().objects
    if users.filter(is_superuser=True).exists():
        return False
    if users.filter(username=ADMIN).exists():
        say("Nobody administers this installation: run manage.py createsuperuser")
        return False
    given = os.environ.get("PRESSMARK_ADMIN_PASSWORD", "")
    password = given or secrets.token_urlsafe(12)
    with transaction.atomic():
        person = users.create_superuser(username=ADMIN, email="", password=password)
        record_person(user=operator(), person=person, before=None)
    shown = "the one in PRESSMARK_ADMIN_PASSWORD" if given else f"{password} (shown only now)"
    say(f"Created the first administrator. Name: {ADMIN}  Password: {shown}")
    return True
