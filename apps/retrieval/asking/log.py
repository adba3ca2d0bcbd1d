"""Writes the query log: one row for each question, beside the answer and never in its way."""

import logging
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models.functions import Length
from django.utils import timezone

from apps.access.context import get_context
from apps.access.errors import DomainError
from apps.access.principals import Principal, acting_token, stored_user
from apps.access.querysets import source_models
from apps.retrieval.asking.note import Note, sources_named, sources_of
from apps.retrieval.models import AskedKind, AskedQuestion, AskedStatus, Surface
from apps.retrieval.names import normalise_name
from apps.text.storable import storable

logger = logging.getLogger(__name__)
# The search page asks again while somebody types: what was typed so far is one question.
TYPING = timedelta(seconds=20)


@contextmanager
def noting(
    *, user: Principal, kind: AskedKind, text: str, marks: tuple[str, ...] = ()
) -> Iterator[Note]:
    """Log the question that is answered inside; the note is told what was found.

    A `DomainError` is noted with its code and goes on. A log that cannot be written (a database
    that only reads, say) costs a warning and nothing else.
    """
    note, began = Note(text, marks), time.perf_counter()
    try:
        yield note
    except DomainError as error:
        note.status, note.error_code = AskedStatus.ERROR, error.code
        raise
    finally:
        latency = round((time.perf_counter() - began) * 1000)
        if settings.PRESSMARK.query_log.days:
            write(user, kind, note, latency)


def write(user: Principal, kind: AskedKind, note: Note, latency: int) -> None:
    """Store a note in a transaction of its own, or in a savepoint of the caller's."""
    try:
        with savepoint():
            row = make_row(user, kind, note, latency)
            earlier = beginning_of(row)
            if earlier is None:
                insert(row)
            else:
                row.pk = earlier
                row.save(force_update=True)
    except DatabaseError as error:
        logger.warning("a question could not be logged: %s", error)


def savepoint() -> AbstractContextManager[Any]:
    """What takes failed statements back inside somebody's transaction; nothing outside of one."""
    return transaction.atomic() if connection.in_atomic_block else nullcontext()


def without_flush(sql: str) -> str:
    """A statement that does not wait for the disk: a crash may cost what was written last.

    They are sent together, which makes them one transaction. Inside somebody's transaction the
    statement is left as it is.
    """
    return sql if connection.in_atomic_block else f"SET LOCAL synchronous_commit = off; {sql}"


def insert(row: AskedQuestion) -> None:
    """Store a new row, by one statement without Django's ways around it."""
    fields = [field for field in AskedQuestion._meta.concrete_fields if not field.primary_key]  # noqa: SLF001
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    names, places = (
        ", ".join(str(field.column) for field in fields),
        ", ".join("%s" for _ in fields),
    )
    table = AskedQuestion._meta.db_table  # noqa: SLF001
    sql = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(without_flush(sql), values)


def make_row(user: Principal, kind: AskedKind, note: Note, latency: int) -> AskedQuestion:
    """The row of a note; without a text where a source it named or found keeps none."""
    surface = get_context().surface
    named = sources_named(user, note.marks)
    row = AskedQuestion(
        kind=kind,
        surface=surface if surface in Surface.values else Surface.COMMAND,
        status=note.status,
        error_code=note.error_code,
        sources=named,
        user=stored_user(user),
        token=acting_token(user),
        latency=latency,
        hits=len(note.found),
        strength=note.strength,
    )
    silent, top = look_up(note)
    if silent and silent & {*named, *sources_of(user, note.found)}:
        return row
    text = str(storable(" ".join(note.text.split())))
    row.text = text[: settings.PRESSMARK.query_log.chars]
    row.normal = normalise_name(row.text)
    if note.found:
        row.top_mark = str(storable(note.found[0].mark))
        row.top_source = top or next(iter(sources_of(user, note.found[:1])), None)
    return row


def look_up(note: Note) -> tuple[set[UUID], UUID | None]:
    """The sources that keep no questions, and that of the best hit if it is a passage; at once."""
    silent = " UNION ALL ".join(
        f"SELECT id FROM {model._meta.db_table} WHERE NOT logs_questions"  # noqa: S608, SLF001
        for model in source_models()
    )
    sql = f"SELECT ARRAY({silent}), (SELECT source_id FROM passages WHERE id = %s)"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(sql, [note.found[0].chunk_id or None if note.found else None])
        found, top = cursor.fetchone()
    return set(found), top


def beginning_of(row: AskedQuestion) -> int | None:
    """The row of what the same person had typed of this question a moment ago."""
    if row.surface != Surface.READER or not row.normal:
        return None
    recent = AskedQuestion.objects.filter(
        surface=Surface.READER,
        user=row.user,
        sources=row.sources,
        at__gt=timezone.now() - TYPING,
    )
    earlier = recent.annotate(length=Length("normal")).filter(length__gt=0).order_by("-at").first()
    if earlier is None:
        return None
    one, other = sorted((earlier.normal, row.normal), key=len)
    return earlier.pk if other.startswith(one) else None
