import dataclasses
from datetime import timedelta
from importlib import import_module
from unittest.mock import ANY

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser
from django.db import connection, transaction
from django.utils import timezone
from django_q.models import Schedule as QueueSchedule

from apps.access.errors import DomainError, NotFoundError
from apps.collections.catalogue import update_collection
from apps.retrieval.asking.asked import ask
from apps.retrieval.asking.purging import forget_old_questions
from apps.retrieval.models import AskedQuestion
from apps.retrieval.request import SearchRequest
from tests.cast import make_collection, with_token

pytestmark = pytest.mark.django_db


def put(user, query, *sources, **more):
    return ask(user=user, request=SearchRequest(query=query, sources=sources, **more))


def log(settings, **changes):
    options = dataclasses.replace(settings.PRESSMARK.query_log, **changes)
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, query_log=options)


def rows(*names):
    return list(AskedQuestion.objects.order_by("pk").values_list(*names))


def test_a_question_leaves_one_row_with_what_came_of_it(ann, runbooks, through):
    through("api")
    visitor = with_token(ann)
    put(visitor, "  restore   the database ", "collection:Runbooks")
    row = AskedQuestion.objects.values().get()
    assert row == {
        "id": ANY,
        "at": ANY,
        "kind": "search",
        "surface": "api",
        "status": "ok",
        "error_code": "",
        "text": "restore the database",
        "normal": "restore the database",
        "sources": [runbooks.pk],
        "user_id": ann.pk,
        "token_id": visitor.acting_token.pk,
        "latency": ANY,
        "hits": 1,
        "strength": 1.0,
        "top_mark": "collection:Runbooks/restore.md#restore-the-database",
        "top_source": runbooks.pk,
    }


def test_nothing_found_and_refusals_are_told_apart(ann, runbooks):
    make_collection("Vault")
    put(ann, "parental leave")
    with pytest.raises(NotFoundError):
        put(ann, "salaries", "collection:Vault")
    with pytest.raises(DomainError):
        put(ann, "a\0b", top_k=1000)
    assert rows("status", "error_code", "text", "sources") == [
        ("empty", "", "parental leave", []),
        ("error", "NOT_FOUND", "salaries", []),
        ("error", "INVALID_REQUEST", "a\ufffdb", []),
    ]


def test_visitors_without_a_name_are_logged_without_one(runbooks):
    put(AnonymousUser(), "restore")
    assert rows("user", "status") == [(None, "empty")]


def test_the_text_is_cut_and_can_be_left_out(ann, runbooks, settings):
    log(settings, chars=7)
    put(ann, "restore the database")
    log(settings, chars=0)
    put(ann, "restore the database")
    log(settings, days=0)
    put(ann, "restore the database")
    assert rows("text", "normal") == [("restore", "restore"), ("", "")]


@pytest.mark.parametrize("named", [("collection:Runbooks",), ()])
def test_a_source_that_keeps_no_questions_leaves_no_text(ann, runbooks, named):
    update_collection(user=ann, collection_id=runbooks.pk, logs_questions=False)
    put(ann, "restore the database", *named)
    put(ann, "parental leave")
    update_collection(user=ann, collection_id=runbooks.pk, logs_questions=True)
    put(ann, "restore it", *named)
    assert rows("text", "top_mark", "hits") == [
        ("", "", 1),
        ("parental leave", "", 0),
        ("restore it", ANY, 1),
    ]


def test_what_is_typed_bit_by_bit_is_one_question(ann, runbooks, through):
    through("reader")
    for text in ("res", "resto", "restore", "renew"):
        put(ann, text)
    assert rows("text") == [("restore",), ("renew",)]
    AskedQuestion.objects.update(at=timezone.now() - timedelta(minutes=1))
    put(ann, "renew certificates")
    through("api")
    put(ann, "renew certificates now")
    assert [text for (text,) in rows("text")][2:] == [
        "renew certificates",
        "renew certificates now",
    ]


def test_a_log_that_cannot_be_written_costs_no_answer(ann, runbooks):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
        assert len(put(ann, "restore the database").results) == 1
        assert rows("text") == []
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    ("question", "strength"),
    [
        ("restoring databases", 1.0),
        ("restore mailboxes", 0.5),
        ("how do the writers get paid holidays", 0.25),
    ],
)
def test_strength_is_the_share_of_the_words_that_the_best_hit_holds(
    ann, runbooks, question, strength
):
    put(ann, question)
    assert rows("strength") == [(strength,)]


def test_old_questions_are_forgotten(ann, runbooks, settings):
    put(ann, "restore")
    AskedQuestion.objects.update(at=timezone.now() - timedelta(days=31))
    put(ann, "renew")
    assert forget_old_questions() == 1
    assert rows("text") == [("renew",)]
    log(settings, days=0)
    assert forget_old_questions() == 1


def test_the_queue_forgets_every_hour():
    # Tests that commit empty every table afterwards, rows of migrations included.
    migration = import_module("apps.retrieval.migrations.0006_forget_old_questions")
    migration.forwards(apps, connection.schema_editor())
    row = QueueSchedule.objects.get(func="apps.retrieval.asking.purging.forget_old_questions")
    assert (row.schedule_type, row.repeats) == ("H", -1)
