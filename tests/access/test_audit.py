import pytest
from django.db import IntegrityError, connection, transaction

from apps.access.audit import record_change
from apps.access.context import RequestContext, current_context
from apps.access.models import AuditEntry
from apps.access.principals import operator
from tests.cast import assemble_cast, make_collection, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry():
    return record_change(user=make_user(), action="grant.set", target=make_collection())


def test_the_querysets_refuse_to_change_or_delete(entry):
    with pytest.raises(TypeError):
        AuditEntry.objects.update(action="nothing")
    with pytest.raises(TypeError):
        AuditEntry.objects.all().delete()


def test_a_loaded_entry_can_be_neither_saved_nor_deleted(entry):
    entry.action = "nothing"
    with pytest.raises((IntegrityError, TypeError)), transaction.atomic():
        entry.save()
    with pytest.raises((IntegrityError, TypeError)), transaction.atomic():
        entry.delete()
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["grant.set"]


def test_it_cannot_be_emptied(entry):
    # The tests' own database has this trigger switched off (tests/databases.py).
    switch_on = "ALTER TABLE access_audit ENABLE ALWAYS TRIGGER access_audit_no_truncate"
    with connection.cursor() as cursor:
        cursor.execute(switch_on)
        with pytest.raises(IntegrityError), transaction.atomic():
            cursor.execute("TRUNCATE access_audit")
    assert AuditEntry.objects.count() == 1


def test_bulk_writes_are_refused(entry):
    entry.action = "nothing"
    with pytest.raises((IntegrityError, TypeError)), transaction.atomic():
        AuditEntry.objects.bulk_update([entry], ["action"])
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditEntry.objects.bulk_create(
            [entry], update_conflicts=True, unique_fields=["id"], update_fields=["action"]
        )
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["grant.set"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE access_audit SET action = 'nothing'",
        "DELETE FROM access_audit",
        "UPDATE access_audit SET id = id + 1",
        "MERGE INTO access_audit a USING (SELECT 1) b ON true WHEN MATCHED THEN DELETE",
    ],
)
def test_the_database_refuses_raw_sql(entry, sql):
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert AuditEntry.objects.count() == 1


def test_only_admins_read_the_log_and_not_through_a_token(entry):
    cast = assemble_cast("collection")
    readers = {part for part, one in cast.members.items() if AuditEntry.objects.visible_to(one)}
    assert readers == {"admin"}


def test_an_entry_says_who_what_where_and_through_which_door():
    user, collection = make_user(), make_collection("Runbooks")
    token = current_context.set(RequestContext("request-1", "api", "192.0.2.1"))
    try:
        entry = record_change(
            user=user,
            action="visibility.changed",
            target=collection,
            before={"visibility": "private"},
            after={"visibility": "public"},
        )
    finally:
        current_context.reset(token)
    assert AuditEntry.objects.filter(pk=entry.pk).values().get() == {
        "id": entry.pk,
        "at": entry.at,
        "actor_id": user.pk,
        "actor_name": user.username,
        "action": "visibility.changed",
        "target_kind": "collections.collection",
        "target_id": str(collection.pk),
        "target_label": "Runbooks",
        "before": {"visibility": "private"},
        "after": {"visibility": "public"},
        "request_id": "request-1",
        "surface": "api",
        "address": "192.0.2.1",
        "token": "",
    }


def test_an_entry_outlives_the_people_and_things_it_tells_of():
    user, collection = make_user(), make_collection("Runbooks")
    record_change(user=user, action="grant.set", target=collection)
    name = user.username
    user.delete()
    collection.delete()
    entry = AuditEntry.objects.get()
    assert (entry.actor_name, entry.target_label) == (name, "Runbooks")


def test_the_operator_is_named_though_they_have_no_row():
    entry = record_change(user=operator(), action="grant.set", target=make_collection())
    assert (entry.actor_id, entry.actor_name) == (None, "operator")


def test_a_change_that_is_rolled_back_leaves_no_entry():
    with transaction.atomic():
        record_change(user=operator(), action="grant.set", target=make_collection())
        transaction.set_rollback(True)
    assert not AuditEntry.objects.exists()
